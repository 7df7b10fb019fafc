/** The words of studies, of files with many games, and of the explorer, in Spanish; their type is that of all languages. */

export interface StudyWords {
  title: string;
  one: string;
  mine: string;
  everyones: string;
  game: string;
  all: string;
  make: string;
  unnamed: (game: string) => string;
  none: string;
  about: string;
  by: (owner: string) => string;
  chapters: (count: number) => string;
  chapter: (number: number) => string;
  addChapter: string;
  removeChapter: string;
  chapterName: string;
  name: string;
  visibility: string;
  private: string;
  unlisted: string;
  public: string;
  saved: string;
  saving: string;
  unsaved: string;
  fork: string;
  remove: string;
  sure: string;
  yes: string;
  no: string;
  copyLink: string;
  copied: string;
  readOnly: string;
  stale: string;
  keepMine: string;
  takeTheirs: string;
  copyOf: (name: string) => string;
  toStudy: string;
  comment: string;
  commentHelp: string;
  glyphs: string;
  /** By their numbers. */
  glyph: Record<number, string>;
  clearShapes: string;
  promote: string;
  export: string;
  record: (format: string) => string;
  whole: (format: string) => string;
  svg: string;
  png: string;
  apng: string;
  working: string;
  importTitle: string;
  importLead: string;
  importText: string;
  formats: (names: string) => string;
  read: string;
  found: (count: number) => string;
  unread: (count: number) => string;
  moves: (count: number) => string;
  variations: (count: number) => string;
  open: string;
  asStudy: string;
  mostChapters: (most: number) => string;
  gameNumber: (number: number) => string;
  imported: string;
  ownGames: string;
  importLink: string;
  explorer: string;
  explorerHere: string;
  explorerCollections: string;
  explorerNone: string;
  explorerChance: string;
  move: string;
  games: string;
  results: string;
  points: string;
  share: (first: number, draws: number, second: number) => string;
  engineSays: string;
}

export const es: StudyWords = {
  title: 'Estudios',
  one: 'Estudio',
  mine: 'Míos',
  everyones: 'Públicos',
  game: 'Juego',
  all: 'Todos',
  make: 'Nuevo estudio',
  unnamed: (game) => `Estudio de ${game}`,
  none: 'Aquí no hay estudios todavía.',
  about:
    'Un estudio guarda partidas con variantes, comentarios y dibujos. Las visitas tienen hasta 20, mientras sigan viniendo.',
  by: (owner) => `de ${owner}`,
  chapters: (count) => (count === 1 ? '1 capítulo' : `${count} capítulos`),
  chapter: (number) => `Capítulo ${number}`,
  addChapter: 'Añadir un capítulo',
  removeChapter: 'Borrar este capítulo',
  chapterName: 'Nombre del capítulo',
  name: 'Nombre del estudio',
  visibility: 'Quién puede leerlo',
  private: 'Solo yo',
  unlisted: 'Quien tenga el enlace',
  public: 'Todo el mundo',
  saved: 'Guardado',
  saving: 'Guardando…',
  unsaved: 'Aún sin guardar',
  fork: 'Hacer una copia mía',
  remove: 'Borrar el estudio',
  sure: '¿Borrarlo para siempre?',
  yes: 'Borrar',
  no: 'Conservar',
  copyLink: 'Copiar enlace',
  copied: 'Copiado',
  readOnly: 'Puedes mirar y probar jugadas; para guardarlas, haz una copia tuya.',
  stale: 'Este estudio se cambió en otra ventana.',
  keepMine: 'Guardar lo mío como copia',
  takeTheirs: 'Quedarse con la otra versión',
  copyOf: (name) => `${name} (copia)`,
  toStudy: 'Guardar como estudio',
  comment: 'Comentario',
  commentHelp: '¿Qué hay que decir de esta posición?',
  glyphs: 'Signos',
  glyph: {
    1: 'buena jugada',
    2: 'error',
    3: 'jugada brillante',
    4: 'error grave',
    5: 'jugada interesante',
    6: 'jugada dudosa',
    7: 'única jugada',
    10: 'igualdad',
    13: 'poco claro',
    14: 'quien empieza está algo mejor',
    15: 'quien va segundo está algo mejor',
    16: 'quien empieza está mejor',
    17: 'quien va segundo está mejor',
    18: 'quien empieza gana',
    19: 'quien va segundo gana',
    22: 'zugzwang',
    36: 'iniciativa',
    40: 'ataque',
    132: 'contrajuego',
    138: 'apuros de tiempo',
    146: 'novedad',
  },
  clearShapes: 'Quitar los dibujos',
  promote: 'Hacerla línea principal',
  export: 'Exportar',
  record: (format) => `Partida con variantes (${format})`,
  whole: (format) => `Todos los capítulos (${format})`,
  svg: 'Dibujo de la posición (SVG)',
  png: 'Imagen de la posición (PNG)',
  apng: 'La línea como imagen animada',
  working: 'Un momento…',
  importTitle: 'Importar partidas',
  importLead:
    'Una partida o muchas, en un texto o un archivo. Se leen variantes y comentarios si el formato los tiene.',
  importText: 'Partidas como texto',
  formats: (names) => `Formatos: ${names}.`,
  read: 'Leer',
  found: (count) => (count === 1 ? '1 partida' : `${count} partidas`),
  unread: (count) => (count === 1 ? '1 no se puede leer' : `${count} no se pueden leer`),
  moves: (count) => (count === 1 ? '1 jugada' : `${count} jugadas`),
  variations: (count) => (count === 1 ? '1 variante' : `${count} variantes`),
  open: 'Analizar',
  asStudy: 'Todas como capítulos de un estudio',
  mostChapters: (most) => `Un estudio tiene a lo sumo ${most} capítulos: estos son los primeros.`,
  gameNumber: (number) => `Partida ${number}`,
  imported: 'Partidas importadas',
  ownGames: 'Todas mis partidas en un archivo',
  importLink: 'Importar partidas',
  explorer: 'Aperturas',
  explorerHere: 'Partidas jugadas aquí',
  explorerCollections: 'Colecciones',
  explorerNone: 'Nadie ha jugado desde esta posición todavía.',
  explorerChance: 'Aquí decide el azar, así que las posiciones no se repiten.',
  move: 'Jugada',
  games: 'Partidas',
  results: 'Resultados',
  points: 'Puntos',
  share: (first, draws, second) => `${first} % – ${draws} % – ${second} %`,
  engineSays: 'El motor dijo',
};
