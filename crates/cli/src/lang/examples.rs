//! The examples at the end of every help page. A test runs each of them through the parser.

use damero_games::{GameId, Lang};

use super::tr;
use crate::ui::{HEADING, paint};

/// An example: the words after `damero`, where `GAME` stands for a game, and what they do.
struct Example(&'static str, [&'static str; 2]);

/// The examples of a command; the empty path is the program itself.
fn of(path: &str) -> &'static [Example] {
    macro_rules! examples {
        ($( $words:literal, $en:literal, $es:literal; )+) => { &[ $( Example($words, [$en, $es]), )+ ] };
    }
    match path {
        "" => examples! {
            "games", "which games there are", "qué juegos hay";
            "rules GAME", "how one is played", "cómo se juega a uno";
            "play GAME --second medium", "play against the machine", "jugar contra la máquina";
            "serve --open", "play in the browser", "jugar en el navegador";
        },
        "games" => examples! {
            "games", "all games with their options", "todos los juegos con sus opciones";
            "games --json", "the same for another program", "lo mismo para otro programa";
        },
        "rules" => examples! {
            "rules GAME", "the rules in the language of the system", "las reglas en el idioma del sistema";
            "rules GAME --lang es", "the rules in Spanish", "las reglas en castellano";
            "rules GAME --json", "the same for another program", "lo mismo para otro programa";
        },
        "show" => examples! {
            "show GAME", "the beginning of a game", "el comienzo de una partida";
            "show GAME --record game.txt", "where a recorded game stopped", "dónde quedó una partida guardada";
            "show GAME --json", "everything about it as JSON", "todo lo anterior como JSON";
        },
        "play" => examples! {
            "play GAME", "two people at one keyboard", "dos personas en un teclado";
            "play GAME --second hard", "play against the machine", "jugar contra la máquina";
            "play azul --second neural", "play against its neural network", "jugar contra su red neuronal";
            "play GAME --first random --seed 7", "answer to random moves", "responder a jugadas al azar";
            "play GAME --load game.txt", "go on with a saved game", "seguir una partida guardada";
        },
        "perft" => examples! {
            "perft GAME --depth 5", "leaves five plies down", "hojas a cinco jugadas";
            "perft GAME -d 5 --divide", "the same below each move", "lo mismo debajo de cada jugada";
            "perft GAME -d 7 --threads 0", "with all processors", "con todos los procesadores";
        },
        "random" => examples! {
            "random GAME", "a thousand games", "mil partidas";
            "random GAME -n 100000 --seed 1 --threads 0", "many games on all processors",
                "muchas partidas con todos los procesadores";
        },
        "analyze" => examples! {
            "analyze GAME", "the beginning of a game, for a second", "el comienzo de una partida, durante un segundo";
            "analyze GAME --record game.txt --time 10s", "where a recorded game stopped", "dónde quedó una partida guardada";
            "analyze GAME --depth 4 --agent minimax --json", "another engine, for another program", "otro motor, para otro programa";
        },
        "match" => examples! {
            "match GAME --a hard --b medium --games 20", "who is stronger, and by how much", "quién es más fuerte, y por cuánto";
            "match GAME --a alphabeta --b greedy --depth 3 --threads 0", "the same limits for both", "los mismos límites para ambos";
            "match GAME --a alphabeta:depth=4 --b hard --sprt 0,30 -n 1000", "no more games than it takes", "no más partidas que las necesarias";
            "match GAME --a hard --b max --time 1s --out games.jsonl", "can be interrupted and resumed", "se puede interrumpir y seguir";
        },
        "tournament" => examples! {
            "tournament GAME easy medium hard", "everybody meets everybody", "todos contra todos";
            "tournament GAME hard easy medium --gauntlet", "the first meets all others", "el primero contra todos los demás";
            "tournament GAME --ladder --nodes 50000 -n 200", "each level against the one below", "cada nivel contra el de abajo";
            "tournament GAME --nodes 50000 -n 40 --ratings ratings.json", "how strong the machines are", "qué fuerza tienen las máquinas";
            "tournament GAME random greedy careful --csv", "the table for a spreadsheet", "la tabla para una planilla";
        },
        "tune" => examples! {
            "tune checkers --threads 0 --out weights.txt", "new weights, which a match can compare with the old", "pesos nuevos, que una contienda puede comparar con los viejos";
            "tune reversi", "new weights for Reversi", "pesos nuevos para Reversi";
        },
        "tune checkers" => examples! {
            "tune checkers --games 2000", "a quick look", "un vistazo rápido";
            "tune checkers --threads 0 --out weights.txt", "can be interrupted and resumed", "se puede interrumpir y seguir";
        },
        "engine" => examples! {
            "engine GAME --agent hard", "Damero's own protocol", "el protocolo propio de Damero";
            "engine GAME --protocol gtp --agent alphabeta:depth=6", "the Go Text Protocol", "el protocolo GTP";
        },
        "solve" => examples! {
            "solve quarto --rules square", "proves in a minute or so that the game is a draw", "demuestra en un minuto, más o menos, que el juego es tablas";
            "solve reversi --threads 0 --position XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO-X", "discs at the end", "fichas al final";
            "solve checkers --position B:WK1:BK14,K15 --moves", "from tables, every move", "con tablas, cada jugada";
        },
        "exam" => examples! {
            "exam quarto --player medium", "from eight pieces on the board on", "desde ocho piezas en el tablero";
            "exam reversi --player hard --from 48 --games 20", "the last twelve squares", "las doce últimas casillas";
        },
        "tables" => examples! {
            "tables build checkers", "endings with up to four pieces", "finales de hasta cuatro piezas";
            "tables verify checkers", "proven from the rules alone", "demostradas solo con las reglas";
            "tables probe checkers --position B:WK1:BK14,K15", "one position and its moves", "una posición y sus jugadas";
            "tables info checkers --data folder", "which files there are", "qué archivos hay";
        },
        "serve" => examples! {
            "serve --open", "play in the browser", "jugar en el navegador";
            "serve --listen 0.0.0.0:8580", "for everybody in the network", "para todos los de la red";
            "serve --data /srv/damero --public-url https://play.example --proxy", "behind a proxy that does HTTPS", "detrás de un proxy que hace HTTPS";
            "serve --database postgres://damero@localhost/damero --database-password-file secret", "the data in PostgreSQL", "los datos en PostgreSQL";
            "serve --no-limits --print-config", "the options as a file", "las opciones como archivo";
        },
        "backup" => examples! {
            "backup monday.db", "a copy of everything", "una copia de todo";
        },
        "restore" => examples! {
            "restore monday.db --force", "back to Monday", "de vuelta al lunes";
        },
        "check" => examples! {
            "check", "is all of it sound?", "¿está todo bien?";
        },
        "admin" => examples! {
            "admin list", "all accounts", "todas las cuentas";
            "admin ban Bob --reason cheating", "out at once", "fuera al momento";
            "admin report --game reversi --games 50", "signs of engine use", "indicios de ayuda de un motor";
        },
        "admin list" => examples! {
            "admin list --json", "all accounts, for other programs", "todas las cuentas, para otros programas";
        },
        "admin ban" => examples! {
            "admin ban Bob --reason cheating", "out at once", "fuera al momento";
        },
        "admin unban" => examples! {
            "admin unban Bob", "may come back", "puede volver";
        },
        "admin rename" => examples! {
            "admin rename Bob Robert", "another name", "otro nombre";
        },
        "admin reset" => examples! {
            "admin reset Ana", "a code for somebody who has lost everything", "un código para quien lo ha perdido todo";
        },
        "admin log" => examples! {
            "admin log --limit 20", "who did what", "quién hizo qué";
        },
        "admin report" => examples! {
            "admin report --player Bob --time 300ms", "one account, with more thought", "una cuenta, con más reflexión";
        },
        "games import" => examples! {
            "games import checkers masters.pdn", "what is in a collection", "qué hay en una colección";
            "games import reversi WTH_1984.wtb --out 1984.ggf --format ggf", "a database as text", "una base de datos como texto";
        },
        "admin import" => examples! {
            "admin import checkers masters.pdn", "a collection for the explorer", "una colección para el explorador";
        },
        "book" => examples! {
            "book info", "the books that come with the program", "los libros que trae el programa";
            "book show reversi", "the first moves that a book knows", "las primeras jugadas que conoce un libro";
        },
        "book build" => examples! {
            "book build reversi", "can be interrupted and resumed", "se puede interrumpir y seguir";
            "book build chessfive --rules speed --out speed.book --threads 0", "other rules, on all processors",
                "otras reglas, con todos los procesadores";
            "book build GAME --plies 4 --nodes 20000", "a small one", "uno pequeño";
        },
        "book show" => examples! {
            "book show chessfive", "the beginning of a game", "el comienzo de una partida";
            "book show reversi --moves f5", "after a move", "después de una jugada";
            "book show reversi --file reversi.book --json", "another book, for another program", "otro libro, para otro programa";
        },
        "book info" => examples! {
            "book info", "the books that come with the program", "los libros que trae el programa";
            "book info reversi.book --json", "another one, for another program", "otro, para otro programa";
        },
        "book check" => examples! {
            "book check reversi.book", "whether every line holds", "si todas las líneas están bien";
        },
        "puzzles" => examples! {
            "puzzles make reversi --count 50", "fifty puzzles with their proofs", "cincuenta problemas con sus pruebas";
            "puzzles check all", "prove those that come with the program", "probar los que trae el programa";
        },
        "puzzles make" => examples! {
            "puzzles make reversi --count 50", "fifty puzzles with their proofs", "cincuenta problemas con sus pruebas";
            "puzzles make chessfive --count 300 --seed 7 --out chessfive.gz", "three hundred, packed", "trescientos, comprimidos";
            "puzzles make reversi --theme wipe-out --count 20", "only wipe-outs", "solo los que dejan al rival sin fichas";
            "puzzles make reversi --count 60 --rating 1500 --add reversi.puzzles", "ten hard ones more", "diez difíciles más";
        },
        "puzzles check" => examples! {
            "puzzles check all", "prove those that come with the program", "probar los que trae el programa";
            "puzzles check reversi.puzzles", "prove those of a file", "probar los de un archivo";
        },
        "train" => examples! {
            "train quarto", "learn Quarto", "aprender Quarto";
            "train quarto --set lr=3e-4,1e-3 --set seed=1,2,3", "six trainings and a table", "seis entrenamientos y una tabla";
            "train quarto --seed-compat --name seed", "the seed's procedure to the letter", "el procedimiento original al pie de la letra";
            "train --resume latest", "go on after Ctrl-C", "seguir después de Ctrl-C";
            "train --resume quarto-dqn-1 --set epochs=5000", "go on for longer", "seguir por más tiempo";
            "train quarto --print-config", "all keys with their values", "todas las claves con sus valores";
        },
        "experiment" => examples! {
            "experiment run gumbel-puct", "two ways to search the root, three seeds each", "dos formas de buscar en la raíz, tres semillas cada una";
            "experiment reward-shaping", "do rewards for captures help?", "¿ayudan las recompensas por capturar?";
        },
        "experiment run" => examples! {
            "experiment run teacher", "one that comes with the program", "uno que trae el programa";
            "experiment run mine.toml --out mine", "your own, in a folder of your choice", "uno propio, en la carpeta que quieras";
        },
        "experiment reward-shaping" => examples! {
            "experiment reward-shaping", "nine trainings and their comparison", "nueve entrenamientos y su comparación";
            "experiment reward-shaping --set threads=2 --out shaping", "on two threads, in a folder of your choice", "con dos hilos, en la carpeta que quieras";
        },
        "plot" => examples! {
            "plot latest", "the plots of the newest training", "los gráficos del último entrenamiento";
            "plot quarto-dqn-1 --lang es", "of one by its name, in Spanish", "los de uno por su nombre, en castellano";
            "plot puct-1 puct-2 gumbel-1 gumbel-2", "win rates over time, means over seeds", "tasas de victorias en el tiempo, medias de las semillas";
        },
        "runs" => examples! {
            "runs list", "all trainings", "todos los entrenamientos";
            "runs show latest", "the newest", "el último";
        },
        "runs list" => examples! {
            "runs list", "all trainings", "todos los entrenamientos";
            "runs list --runs other --json", "of another folder, for another program", "los de otra carpeta, para otro programa";
        },
        "runs show" => examples! {
            "runs show latest", "the newest", "el último";
            "runs show quarto-dqn-1 --json", "for another program", "para otro programa";
        },
        "load" => examples! {
            "load --games 200 --rate 0 --seconds 10", "as many moves as it takes", "tantas jugadas como se pueda";
            "load --idle 10000 --games 100", "ten thousand who look on", "diez mil que miran";
            "load --soak --seconds 1800", "half an hour of people who come and go", "media hora de gente que entra y sale";
            "load --attack --games 50 --rate 10 --seconds 30", "what an attack costs the others", "qué les cuesta a los demás un ataque";
        },
        "bench" => examples! {
            "bench playouts all", "random games a second, for every game", "partidas al azar por segundo, de cada juego";
            "bench perft GAME --seconds 5", "leaves a second", "hojas por segundo";
            "bench search GAME", "what alpha-beta saves over minimax, nodes a second, time by depth", "qué ahorra alfa-beta frente a minimax, nodos por segundo, tiempo por profundidad";
        },
        "tune reversi" => examples! {
            "tune reversi --out weights.dat", "new weights, which a match can compare: eval=weights.dat", "pesos nuevos, que una contienda puede comparar: eval=weights.dat";
            "tune reversi --positions 20000 --json", "a short training, for another program", "un entrenamiento corto, para otro programa";
            "tune reversi --resume", "go on after Ctrl-C", "seguir después de Ctrl-C";
        },
        "help" => examples! {
            "help perft", "the same as perft --help", "lo mismo que perft --help";
        },
        _ => &[],
    }
}

/// The examples of a command as command lines without the program's name.
#[cfg(test)]
pub(crate) fn lines(path: &str) -> Vec<String> {
    of(path).iter().map(|example| line(example.0)).collect()
}

/// Any game will do for an example: the first of the registry.
fn line(words: &str) -> String {
    words.replace("GAME", GameId::ALL[0].meta().id)
}

/// The section of a help page.
pub(crate) fn section(path: &str, lang: Lang) -> String {
    let lines: Vec<_> = of(path)
        .iter()
        .map(|Example(words, doc)| (line(words), doc))
        .collect();
    let width = lines.iter().map(|(line, _)| line.len()).max().unwrap_or_default();
    let mut section = paint(HEADING, tr!(lang, "Examples:", "Ejemplos:"));
    for (line, doc) in lines {
        section += &format!("\n  damero {line:width$}  {}", doc[lang as usize]);
    }
    section
}
