//! The Spanish help: one text for every command and every argument that `args` declares in English.

/// The text of a command; the empty path is the program itself.
pub(crate) fn command(path: &str) -> Option<&'static str> {
    Some(match path {
        "" => "Un laboratorio y una sala de juegos para IA de juegos de mesa",
        "games" => "Lista los juegos con sus reglas y opciones",
        "games import" => "Lee archivos de partidas, dice qué hay en ellos y los escribe como uno solo",
        "rules" => "Muestra las reglas de un juego",
        "show" => "Muestra una posición: tablero, turno, puntos y jugadas legales",
        "play" => "Juega en la terminal",
        "perft" => "Cuenta las hojas del árbol de jugadas",
        "random" => "Juega partidas al azar y muestra estadísticas",
        "analyze" => "Analiza una posición con un motor: evaluación, variante principal, todas las jugadas",
        "match" => "Juega una contienda entre dos jugadores: diferencia de Elo con su intervalo de confianza",
        "tournament" => "Juega un torneo entre muchos jugadores y los clasifica",
        "solve" => "Halla el valor exacto de una posición para quien mueve: puntos al final, o 1, 0, -1",
        "exam" => "Cuenta lo que un jugador regala ante respuestas perfectas, según el solucionador exacto",
        "tables" => "Construye, verifica y consulta tablas de finales",
        "tune" => "Ajusta los pesos de una evaluación con partidas contra sí mismo",
        "tune checkers" => "Ajusta los pesos de la evaluación de las damas",
        "engine" => "Juega para otro programa que habla por la entrada y la salida estándar",
        "tune reversi" => {
            "Hace los pesos de la evaluación por patrones de Reversi y calibra su búsqueda selectiva"
        }
        "serve" => "Abre la sala de juegos: una página para jugar a todo, solo, contra la máquina y en línea",
        "backup" => "Copia los datos de la sala a un archivo, esté o no en marcha",
        "restore" => "Pone una copia en el lugar de los datos, con la sala detenida",
        "check" => {
            "Revisa los datos de la sala: el almacén, cada partida jugándola de nuevo, las puntuaciones calculándolas de nuevo"
        }
        "admin" => {
            "Cuida de las cuentas de la sala: echar, renombrar, restablecer, listar, y buscar indicios de ayuda de un motor"
        }
        "admin list" => "Lista las cuentas: desde cuándo, vistas por última vez, dentro o fuera",
        "admin ban" => "Cierra una cuenta: sale al momento y no puede volver",
        "admin unban" => "Vuelve a abrir una cuenta cerrada",
        "admin rename" => "Da otro nombre a una cuenta",
        "admin reset" => {
            "Quita la contraseña, el segundo factor y los códigos de recuperación, y muestra un código con el que su dueño pone una contraseña nueva"
        }
        "admin log" => "Muestra lo que hicieron los operadores, lo último primero",
        "admin report" => {
            "Busca indicios de ayuda de un motor en partidas terminadas entre personas: coincidencia con el motor, tiempos regulares"
        }
        "admin import" => "Cuenta las partidas de un archivo en el explorador de aperturas, cada una una vez",
        "book" => "Hace libros de aperturas, los consulta y los revisa",
        "book build" => "Hace un libro de aperturas con nuestro propio motor",
        "book show" => "Dice qué sabe un libro de una posición",
        "book info" => "Dice de qué trata un libro y cuánto sabe de la apertura",
        "book check" => {
            "Revisa cada línea de un libro: posiciones, jugadas legales, suma de control, y las posiciones que promete"
        }
        "puzzles" => "Hace problemas con sus pruebas, y los prueba de nuevo",
        "puzzles make" => "Hace problemas de partidas de nuestro propio motor, cada uno con su prueba",
        "puzzles check" => "Prueba de nuevo cada problema de un archivo a partir de las reglas",
        "train" => "Entrena una red jugando, en una carpeta que se puede parar, continuar y mirar",
        "experiment" => "Compara formas de aprender, con varias semillas cada una",
        "experiment run" => {
            "Hace el experimento de un archivo: variantes, semillas y un tiempo de procesador"
        }
        "experiment reward-shaping" => {
            "Entrena damas sin recompensas adicionales, con las originales y con las de un potencial, y compara"
        }
        "plot" => "Dibuja de nuevo los gráficos de un entrenamiento, o varios juntos",
        "runs" => "Lista los entrenamientos, o muestra uno",
        "runs list" => "Lista los entrenamientos: qué aprenden, hasta dónde llegaron y con qué resultado",
        "runs show" => "Muestra un entrenamiento: configuración, últimos números y puntos de control",
        "load" => "Mide una sala en marcha: conexiones, jugadas por segundo, demoras y pérdidas",
        "bench" => "Mide la velocidad en esta máquina",
        "help" => "Muestra la ayuda de una orden",
        _ => return None,
    })
}

/// The text of an argument of a command: first those of one command, then those that mean the same everywhere.
pub(crate) fn argument(path: &str, id: &str) -> Option<&'static str> {
    Some(match (path, id) {
        ("show", "position") => "La posición, como texto",
        ("train", "algo") => "El método; por defecto, el primero del juego",
        ("train", "config") => "Una configuración que trae el programa, por su nombre, o un archivo TOML",
        ("train", "set") => {
            "Fija una clave; varios valores separados por comas hacen un entrenamiento cada uno"
        }
        ("train", "seed_compat") => "El procedimiento de la especificación original al pie de la letra",
        ("train", "name") => "El nombre de la carpeta; por defecto, el juego, el método y un número",
        ("train", "resume") => "Continúa un entrenamiento: latest, un nombre, una ruta, o NOMBRE@step-N",
        ("train", "print_config") => "Muestra la configuración completa y nada más",
        ("serve", "runs") => {
            "La carpeta de los entrenamientos que la página muestra y contra los que juega; por defecto, runs"
        }
        ("experiment run", "file") => "Un experimento que trae el programa, por su nombre, o un archivo TOML",
        ("experiment run" | "experiment reward-shaping", "set") => {
            "Fija una clave de todas las variantes a un valor"
        }
        ("experiment run" | "experiment reward-shaping", "out") => {
            "La carpeta del experimento, por defecto runs/ y su nombre; con la misma continúa donde estaba"
        }
        (_, "runs") => "La carpeta de los entrenamientos",
        ("plot", "run") => "El entrenamiento: latest, un nombre o una ruta; varios se dibujan juntos",
        ("plot", "metric") => {
            "Qué se dibuja de varios entrenamientos; puede repetirse; por defecto, sus tasas de victorias"
        }
        ("plot", "over") => {
            "Sobre qué se dibujan varios entrenamientos: minutos (minutes), épocas (epochs) o segundos de procesador (cpu)"
        }
        ("plot", "out") => "Dónde se pone el gráfico de varios entrenamientos",
        (_, "run") => "El entrenamiento: latest, un nombre o una ruta",
        ("show", "seed") => {
            "Sortea con esta semilla lo que el azar debe; el comienzo de una partida usa 0 por defecto"
        }
        ("play", "position") => "La posición de partida, como texto",
        ("play", "seed") => "Hace repetibles el azar y los jugadores al azar",
        ("perft", "position") => "La posición desde la que se cuenta, como texto",
        ("perft", "depth") => {
            "Cuántas jugadas de profundidad; no cuentan las tablas por repetición ni los límites de jugadas, que dependen del pasado"
        }
        ("perft", "seed") => "Semilla para lo que el azar deba sortear en la posición",
        ("random", "seed") => "La misma semilla y cantidad de partidas dan las mismas estadísticas",
        ("bench", "game") => "El juego, o `all` para todos",
        ("analyze" | "solve" | "book show", "position") => {
            "La posición, como texto; por defecto, el comienzo"
        }
        ("bench", "depth") => {
            "Profundidad de perft y de la búsqueda cuyos nodos se cuentan; por defecto, una que tarda lo razonable"
        }
        ("analyze", "seed") => "Semilla para lo que el azar deba sortear y para jugadores que eligen al azar",
        ("tournament", "games") => "Cuántas partidas juega cada pareja",
        ("match" | "tournament" | "exam", "seed") => {
            "La misma semilla da las mismas partidas a jugadores que no miran el reloj"
        }
        ("solve", "moves") => "Da el valor de cada jugada, lo que tarda más",
        ("exam", "player") => "El jugador examinado, como en `damero match`",
        ("exam", "from") => {
            "Jugadas al azar antes de que empiece el jugador: las que ponen el final al alcance del solucionador"
        }
        ("exam", "table") => "Tamaño de la tabla de transposición del solucionador de cada hilo, en MiB",
        ("solve" | "exam", "data") => {
            "Carpeta de las tablas que construye `damero tables`; por defecto, DAMERO_DATA o la carpeta de datos del usuario"
        }
        ("tables", "position") => "La posición que se consulta, como texto",
        ("tables", "action") => {
            "Qué se hace: construir el archivo, demostrarlo desde las reglas, consultar una posición o listar los archivos"
        }
        ("tables", "data") => {
            "Carpeta de las tablas; por defecto, DAMERO_DATA o la carpeta de datos del usuario"
        }
        ("tune checkers", "depth") => "Hasta qué profundidad mira el motor",
        ("tune checkers", "openings") => {
            "Jugadas al azar al comienzo de una partida; se suman hasta tres más por sorteo"
        }
        ("tune checkers", "from") => {
            "Los pesos que juegan las partidas y con los que se compara; por defecto, los del motor"
        }
        ("tune checkers", "seed") => "La misma semilla y cantidad de partidas dan los mismos pesos",
        ("tune checkers", "out") => {
            "Escribe los pesos en este archivo y las partidas al lado; la misma orden sigue donde quedó"
        }
        ("engine", "agent") => "El jugador que responde",
        ("engine", "seed") => "Semilla para jugadores que eligen al azar",
        ("book build", "plies") => "Cuántas jugadas cubre el libro; cada juego tiene su valor por defecto",
        ("book build", "free") => {
            "Jugadas al comienzo en que ambos bandos pueden jugar lo que sea; cada juego tiene su valor por defecto"
        }
        ("book build", "nodes") => {
            "Posiciones que visita el motor por cada posición del libro; cada juego tiene su valor por defecto"
        }
        ("book build", "width") => {
            "Cuántas jugadas de una posición se prueban al principio, en la primera mitad del libro"
        }
        ("book build", "margin") => {
            "Cuántos puntos peor que la mejor puede ser una jugada; por defecto, un décimo de lo que gana tres partidas de cada cuatro"
        }
        ("book build", "agent") => "El motor que estudia las posiciones",
        ("book build", "threads") => {
            "Hilos; 0 usa todos los procesadores. El libro es el mismo con cualquier cantidad"
        }
        ("book build", "out") => {
            "Dónde se escribe el libro, JUEGO.book por defecto; lo estudiado se guarda al lado hasta terminarlo"
        }
        ("book show", "moves") => "Jugadas que se hacen antes, separadas por espacios",
        ("book show", "file") => "El libro; por defecto, el que trae el programa",
        ("book info" | "book check", "file") => "El libro; por defecto, todos los que trae el programa",
        ("puzzles make", "count") => "Cuántos problemas, contando los de `--add`",
        ("puzzles make", "theme") => "Solo problemas de este tema, como wipe-out",
        ("puzzles make", "rating") => "Solo problemas que se creen tan difíciles como esta puntuación",
        ("puzzles make", "add") => "Conserva los problemas de este archivo y hace los que faltan",
        ("puzzles make", "seed") => "Semilla de las partidas; la misma semilla hace los mismos problemas",
        ("puzzles make", "out") => {
            "Dónde escribirlos, JUEGO.puzzles por defecto; comprimidos si el nombre acaba en .gz"
        }
        ("puzzles check", "file") => {
            "Un archivo de problemas, comprimido o no, o `all` para los que trae el programa"
        }
        ("match", "games") => "Cuántas partidas; de a pares, con la misma apertura y los asientos cambiados",
        ("tune reversi", "out") => {
            "Dónde van los pesos; lo que no está terminado queda al lado, en ARCHIVO.0.part y ARCHIVO.1.part"
        }
        ("tune reversi", "positions") => {
            "Posiciones para cada cantidad de casillas vacías en la última ronda"
        }
        ("tune reversi", "seed") => "La misma semilla y cantidad de posiciones dan los mismos pesos",
        ("tune reversi", "json") => "Muestra un objeto JSON por línea",
        (_, "resume") => "Sigue con lo que guardó una ejecución interrumpida",
        ("serve", "config") => {
            "Un archivo TOML con estas opciones; por defecto damero.toml en la carpeta de datos, si lo hay"
        }
        ("serve", "print_config") => {
            "Muestra todas las opciones tal como resultan de la línea de órdenes y del archivo, y termina"
        }
        ("serve", "listen") => "Dónde se escucha: dirección y puerto; por defecto 127.0.0.1:8580",
        ("serve", "database") => "Guarda los datos en PostgreSQL: postgres://usuario@servidor/base",
        ("serve", "public_url") => {
            "La dirección que escriben los visitantes, como https://juego.example: de dónde pueden venir y si es por HTTPS"
        }
        (_, "database") => "Los datos están en esta base de datos PostgreSQL",
        ("serve", "open") => "Abre la página en el navegador",
        ("serve", "engine_threads") => {
            "Hilos de los motores, que buscan por los jugadores de la máquina; por defecto, todos los procesadores menos uno"
        }
        ("serve", "search_seconds") => {
            "Segundos de búsqueda que una persona puede pedir por minuto con pistas y análisis; por defecto 20"
        }
        ("serve", "hosts") => {
            "Nombres con los que los visitantes llegan, además de localhost, direcciones y el de --public-url; separados por comas"
        }
        ("serve", "metrics_for") => {
            "Direcciones que pueden leer /metrics además de esta máquina, separadas por comas"
        }
        ("serve", "check") => "Revisa todos los datos antes de abrir, como `damero check`",
        ("serve", "clock_is_right") => "El reloj está en hora aunque diste mucho del último uso de los datos",
        (_, "database_password_file") => {
            "Un archivo con la contraseña de la base de datos; si no, DAMERO_DATABASE_PASSWORD la dice"
        }
        ("serve", "https") => {
            "La página se alcanza por HTTPS a través de un proxy: las cookies viajan solo así"
        }
        ("serve", "proxy") => "Un proxy delante dice quiénes son los visitantes (X-Forwarded-For)",
        ("serve", "no_limits") => "No limita cuántos mensajes y peticiones puede hacer un visitante",
        ("serve", "log") => "Cuánto se anota en la salida de errores; por defecto warn",
        ("serve", "log_json") => "Anota un objeto JSON por línea",
        ("backup", "to") => "El archivo de la copia, que no debe existir",
        ("restore", "from") => "El archivo de la copia",
        ("restore", "force") => "Reemplaza los datos que hay, que quedan al lado con otro nombre",
        ("load", "address") => "La dirección de la sala",
        ("load", "idle") => "Conexiones que solo escuchan",
        ("load", "games") => "Partidas a la vez, cada una entre dos conexiones",
        ("load", "rate") => "Jugadas por segundo en cada partida; 0, tantas como se pueda",
        ("load", "seconds") => "Cuánto dura la medición",
        ("load", "soak") => {
            "Además, gente que entra y sale todo el tiempo: ¿se mantienen la memoria y los archivos abiertos?"
        }
        ("load", "attack") => {
            "Además, una dirección ataca a ratos una sala de este equipo: ¿cuánto más esperan los demás?"
        }
        ("admin ban" | "admin unban" | "admin rename" | "admin reset", "name") => "La cuenta",
        ("admin ban", "reason") => "Por qué, como se le dice a su dueño",
        ("admin rename", "new") => "Su nombre desde ahora",
        ("admin log", "limit") => "Como mucho tantas entradas",
        ("admin import" | "games import", "game") => "Qué juego",
        ("admin import" | "games import", "file") => {
            "Archivos con una partida o muchas, en cualquier formato que conozca el juego"
        }
        ("games import", "out") => "Dónde escribir las partidas que se pueden leer",
        ("games import", "format") => "El formato en que se escriben",
        ("admin report", "game") => "Solo este juego",
        ("admin report", "player") => "Solo partidas de esta cuenta",
        ("admin report", "games") => "Como mucho tantas partidas, las últimas",
        ("admin report", "unrated") => "También las que no puntúan",
        ("admin report", "time") => "Cuánto piensa el motor cada posición",
        (_, "by") => "El nombre del operador en el registro; por defecto, el usuario del sistema",
        (_, "data") => "La carpeta de los datos; por defecto, la del usuario",
        ("help", "command") => "La orden que se quiere entender",
        (_, "game") => "El juego; `damero games` los lista",
        (_, "rules") => "Reglas con nombre; por defecto, las primeras que lista el juego",
        (_, "set") => "Cambia una opción de las reglas; se puede repetir",
        (_, "record") => "Una partida guardada, donde quedó; `-` lee la entrada estándar",
        (_, "agent") => "El jugador que analiza",
        (_, "first") => {
            "Quién juega primero: human, o una máquina como un nivel de 1 a 10, hard, neural o alphabeta:depth=5"
        }
        (_, "second") => "Quién juega segundo, del mismo modo",
        (_, "load") => "Retoma una partida guardada",
        (_, "a") => "El primer jugador, como random, hard o alphabeta:depth=5",
        (_, "b") => "El otro jugador",
        (_, "sprt") => {
            "Termina por la prueba secuencial de razón de probabilidades (SPRT): ¿la diferencia de Elo es el primer número o el segundo?"
        }
        (_, "alpha") => {
            "Tasa de error alfa del SPRT: con qué frecuencia se acepta el segundo número aunque valga el primero"
        }
        (_, "beta") => {
            "Tasa de error beta del SPRT: con qué frecuencia se acepta el primer número aunque valga el segundo"
        }
        (_, "players") => {
            "Los jugadores, como random, 4, hard o alphabeta:depth=5; al menos dos, o ninguno para todas las máquinas del juego"
        }
        (_, "ratings") => "Escribe las puntuaciones en este archivo, como las trae el programa",
        (_, "gauntlet") => "El primer jugador enfrenta a todos los demás, que no juegan entre sí",
        (_, "ladder") => {
            "Cada jugador enfrenta solo al nombrado antes; de las máquinas juegan solo los niveles"
        }
        (_, "csv") => "Muestra la tabla como valores separados por comas",
        (_, "protocol") => "El protocolo que se habla: text, gtp, nboard o hub",
        (_, "openings") => "Jugadas al azar antes de que piensen los jugadores",
        (_, "book") => "Un archivo de aperturas, una por línea, como jugadas o como posición",
        (_, "time") => "Tiempo por jugada, como 1s o 200ms",
        (_, "nodes") => "Posiciones por jugada",
        (_, "depth") => "Profundidad por jugada",
        (_, "out") => "Guarda cada partida en este archivo; la misma orden sigue donde quedó",
        (_, "divide") => "Cuenta también debajo de cada jugada",
        (_, "unique") => "Cuenta una vez las jugadas que llevan a la misma posición",
        (_, "pieces") => "Hasta cuántas piezas se construye; por defecto, 4",
        (_, "table") => "Tamaño de la tabla de transposición, en MiB",
        (_, "threads") => "Hilos; 0 usa todos los procesadores",
        (_, "games") => "Cuántas partidas",
        (_, "figure") => "Qué se mide",
        (_, "seconds") => {
            "Cuánto tiempo se mide cada juego; si se da la profundidad, el árbol se cuenta entero, tarde lo que tarde"
        }
        (_, "json") => "Muestra JSON",
        (_, "lang") => "Idioma de todo lo que se muestra: en o es; por defecto, el del sistema",
        (_, "help") => "Muestra la ayuda",
        (_, "version") => "Muestra la versión",
        _ => return None,
    })
}

/// What stands for a value in the usage line.
pub(crate) fn value_name(name: &str) -> Option<&'static str> {
    Some(match name {
        "AXIS" => "EJE",
        "ADDRESS" => "DIRECCIÓN",
        "ADDRESSES" => "DIRECCIONES",
        "URL" => "URL",
        "BOOL" => "BOOL",
        "COMMAND" => "ORDEN",
        "ELO0,ELO1" => "ELO0,ELO1",
        "FILE" => "ARCHIVO",
        "FORMAT" => "FORMATO",
        "DIR" | "FOLDER" => "CARPETA",
        "GAME" => "JUEGO",
        "LANG" => "IDIOMA",
        "ALGO" => "MÉTODO",
        "NAME" => "NOMBRE",
        "NAMES" => "NOMBRES",
        "NEW" => "NUEVO",
        "KEY=VALUE" => "CLAVE=VALOR",
        "RATING" => "PUNTUACIÓN",
        "RUN" => "ENTRENAMIENTO",
        "MIB" => "MIB",
        "MINUTES" => "MINUTOS",
        "LEVEL" => "NIVEL",
        "MOVES" => "JUGADAS",
        "N" => "N",
        "PLAYER" => "JUGADOR",
        "OPTION=VALUE" => "OPCIÓN=VALOR",
        "PRESET" => "REGLAS",
        "SECONDS" => "SEGUNDOS",
        "SEED" => "SEMILLA",
        "PROTOCOL" => "PROTOCOLO",
        "SHARE" => "PROPORCIÓN",
        "TIME" => "TIEMPO",
        "TEXT" => "TEXTO",
        "THEME" => "TEMA",
        "WHAT" => "QUÉ",
        "WHO" => "QUIÉN",
        _ => return None,
    })
}
