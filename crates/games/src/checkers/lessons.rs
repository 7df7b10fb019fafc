//! The lessons of checkers: steps and captures, chains, the crown, what to look at before a move, and a shot.

use crate::lang::Text;
use crate::lesson::{Goal, Lesson, Step};

const BASE: Step = Step::BASE;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        id: "moves",
        title: Text::new("Steps and captures", "Pasos y capturas"),
        about: Text::new(
            "How men move, and how one capture goes on to the next.",
            "Cómo andan los peones, y cómo una captura sigue en otra.",
        ),
        steps: &[
            Step {
                task: Text::new(
                    "You are Red, at the bottom. A man steps one square diagonally forwards. Choose a man of the front row, then where it goes.",
                    "Juegas con rojas, abajo. Un peón avanza una casilla en diagonal. Elige un peón de la fila delantera y después adónde va.",
                ),
                goal: Goal::Avoid {
                    bad: &[],
                    show: "11-15",
                },
                right: Text::new(
                    "That is a step. Men never step backwards.",
                    "Eso es un paso. Los peones nunca retroceden.",
                ),
                ..BASE
            },
            Step {
                start: "B:W15,32:B11,4",
                task: Text::new(
                    "A black man stands next to yours and the square behind it is empty: jump over it.",
                    "Un peón negro está junto al tuyo y la casilla de detrás está vacía: salta por encima.",
                ),
                goal: Goal::Play(&["11x18"]),
                right: Text::new(
                    "Taken. Whoever can capture has to: no other move was allowed.",
                    "Capturado. Quien puede capturar tiene que hacerlo: no había otra jugada.",
                ),
                ..BASE
            },
            Step {
                start: "B:W16,23,32:B12,4",
                task: Text::new(
                    "After a jump the same piece goes on jumping while it can. Press the squares one after another: two men in one move.",
                    "Tras un salto la misma pieza sigue saltando mientras pueda. Pulsa las casillas una tras otra: dos peones en una jugada.",
                ),
                goal: Goal::Play(&["12x19x26"]),
                right: Text::new("Two men, one move.", "Dos peones, una jugada."),
                ..BASE
            },
            Step {
                start: "B:W14,16,23,32:B10,12",
                task: Text::new(
                    "Both your men can capture. The one that takes the most pieces must be chosen.",
                    "Tus dos peones pueden capturar. Hay que elegir la captura que más piezas toma.",
                ),
                goal: Goal::Play(&["12x19x26"]),
                right: Text::new(
                    "Two are more than one. The official American rules leave the choice free.",
                    "Dos son más que una. Las reglas americanas oficiales dejan elegir.",
                ),
                ..BASE
            },
        ],
    },
    Lesson {
        id: "crown",
        title: Text::new("The crown", "La corona"),
        about: Text::new(
            "A man that reaches the far row becomes a king.",
            "Un peón que llega a la última fila se convierte en dama.",
        ),
        steps: &[
            Step {
                start: "B:W12:B26,1",
                task: Text::new(
                    "One step more and your man is in the far row. Crown it.",
                    "Un paso más y tu peón está en la última fila. Corónalo.",
                ),
                goal: Goal::Play(&["26-31", "26-30"]),
                right: Text::new(
                    "A king steps and jumps in all four directions.",
                    "Una dama anda y salta en las cuatro direcciones.",
                ),
                wrong: Text::new(
                    "The other man is nearer to the far row.",
                    "El otro peón está más cerca de la última fila.",
                ),
                ..BASE
            },
            Step {
                start: "B:W10,32:BK15",
                task: Text::new(
                    "Your king may go backwards. Take the black man behind it.",
                    "Tu dama puede retroceder. Captura el peón negro de detrás.",
                ),
                goal: Goal::Play(&["15x6"]),
                right: Text::new(
                    "No man could have done that.",
                    "Ningún peón podría haberlo hecho.",
                ),
                ..BASE
            },
            Step {
                start: "B:W26,27,12:B22",
                task: Text::new(
                    "Here a man that is crowned in the middle of a capture goes on as a king. Take two.",
                    "Aquí un peón que corona en medio de una captura sigue como dama. Captura dos.",
                ),
                goal: Goal::Play(&["22x31x24"]),
                right: Text::new(
                    "Crowned and back again in one move.",
                    "Coronado y de vuelta en una sola jugada.",
                ),
                ..BASE
            },
            Step {
                start: "B:W12:BK7,4",
                task: Text::new(
                    "Win in two moves. Black has a single man, which must step to 8 next: leave it room, and wait for it.",
                    "Gana en dos jugadas. A las negras les queda un peón, que ahora tendrá que ir a 8: déjale sitio y espéralo.",
                ),
                goal: Goal::Win {
                    within: 2,
                    show: &["7-10", "4x11"],
                },
                right: Text::new(
                    "Who has no pieces left, or cannot move, has lost.",
                    "Quien se queda sin piezas, o sin jugadas, pierde.",
                ),
                wrong: Text::new(
                    "The man got past. Keep your man on 4 and the square 11 free.",
                    "El peón se escapó. Deja tu peón en 4 y la casilla 11 libre.",
                ),
                ..BASE
            },
        ],
    },
    Lesson {
        id: "captures",
        title: Text::new("Look before you step", "Mira antes de andar"),
        about: Text::new(
            "Every move asks: what can the other take now?",
            "Cada jugada pregunta: ¿qué puede capturar ahora el rival?",
        ),
        steps: &[
            Step {
                start: "B:W19,32:B10,1",
                task: Text::new(
                    "A man next to an enemy with an empty square behind it is lost. Move without losing one.",
                    "Un peón junto a un enemigo y con una casilla vacía detrás está perdido. Juega sin perder ninguno.",
                ),
                goal: Goal::Avoid {
                    bad: &["10-15"],
                    show: "10-14",
                },
                right: Text::new("Nothing can be taken.", "No se puede capturar nada."),
                wrong: Text::new(
                    "Black jumps from 19 over 15 to 10, which you have just left.",
                    "Las negras saltan de 19 sobre 15 a 10, que acabas de dejar.",
                ),
                ..BASE
            },
            Step {
                start: "B:W19,28,32:B10,6,1",
                task: Text::new(
                    "Now you have a second man behind the first. This time 15 is safe, as the square that Black would land on is taken again. Exchange a man for a man: step to 15, and take back.",
                    "Ahora tienes un segundo peón detrás. Esta vez se puede ir a 15: la pieza que caiga allí se captura a su vez. Cambia peón por peón: ve a 15 y captura después.",
                ),
                goal: Goal::Line(&["10-15", "19x10", "6x15"]),
                right: Text::new(
                    "One for one. Exchanges help whoever has more pieces.",
                    "Uno por uno. Los cambios ayudan a quien tiene más piezas.",
                ),
                wrong: Text::new("Step to 15 first.", "Primero ve a 15."),
                ..BASE
            },
        ],
    },
    Lesson {
        id: "shots",
        title: Text::new("Give one, take two", "Dar uno, tomar dos"),
        about: Text::new(
            "As captures are compulsory, a gift can lead a piece where you want it.",
            "Como capturar es obligatorio, un regalo lleva a una pieza adonde quieras.",
        ),
        steps: &[Step {
            start: "B:W18,19,32:B4,8,10,11",
            task: Text::new(
                "Give a man so that Black must jump to 11; then your man on 8 takes two.",
                "Regala un peón para que las negras tengan que saltar a 11; después tu peón de 8 toma dos.",
            ),
            goal: Goal::Line(&["11-15", "18x11", "8x15x24"]),
            right: Text::new(
                "One man for two: players call it a shot.",
                "Un peón por dos: se llama un golpe.",
            ),
            wrong: Text::new(
                "The man on 18 must be made to jump over 15.",
                "Hay que obligar al peón de 18 a saltar sobre 15.",
            ),
            ..BASE
        }],
    },
];
