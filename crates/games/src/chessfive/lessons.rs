//! The lessons of ChessFive: pieces that fall, pieces that move as in chess, and threats that cannot all be stopped.

use crate::lang::Text;
use crate::lesson::{Goal, Lesson, Step};

const BASE: Step = Step::BASE;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        id: "gravity",
        title: Text::new("Phase Gravity", "Fase Gravedad"),
        about: Text::new(
            "Pieces fall down the columns; five in a line win.",
            "Las piezas caen por las columnas; ganan cinco en línea.",
        ),
        steps: &[
            Step {
                task: Text::new(
                    "You are Cyan. Choose a piece of your hand and press a column: it falls to the lowest empty square.",
                    "Juegas con cian. Elige una pieza de tu mano y pulsa una columna: cae a la casilla vacía más baja.",
                ),
                goal: Goal::Avoid {
                    bad: &[],
                    show: "R@d",
                },
                right: Text::new(
                    "In this phase all kinds fall alike; later they move as in chess.",
                    "En esta fase todas caen igual; después se mueven como en el ajedrez.",
                ),
                ..BASE
            },
            Step {
                start: "8/8/8/8/8/8/rnb5/RNBQ3r c RNBK/nbqk 0",
                task: Text::new(
                    "Four of your pieces stand side by side. Drop a fifth beside them and win.",
                    "Cuatro de tus piezas están una junto a otra. Deja caer la quinta al lado y gana.",
                ),
                goal: Goal::Play(&["K@e", "R@e", "N@e", "B@e"]),
                right: Text::new(
                    "Five in a line win at once, also in this phase. Kinds do not matter.",
                    "Cinco en línea ganan en el acto, también en esta fase. Da igual qué piezas sean.",
                ),
                wrong: Text::new(
                    "The line is a1 to d1: the fifth belongs on e1.",
                    "La línea va de a1 a d1: la quinta va en e1.",
                ),
                ..BASE
            },
            Step {
                start: "8/8/8/8/8/8/1RNB4/Rrnbq3 c NBQK/rnbk 0",
                task: Text::new(
                    "Magenta has four in a line. Stop the fifth.",
                    "Magenta tiene cuatro en línea. Impide la quinta.",
                ),
                goal: Goal::Play(&["N@f", "B@f", "Q@f", "K@f"]),
                right: Text::new(
                    "f1 is yours, and the line is dead.",
                    "f1 es tuya, y la línea está muerta.",
                ),
                wrong: Text::new("Magenta drops on f1 and wins.", "Magenta deja caer en f1 y gana."),
                ..BASE
            },
            Step {
                start: "8/8/8/8/3BQ3/2NbB3/1Rrnq3/RrNnb3 c K/k 0",
                task: Text::new(
                    "Diagonals need pieces below them to stand on. Finish yours.",
                    "Las diagonales necesitan piezas debajo que las sostengan. Termina la tuya.",
                ),
                goal: Goal::Play(&["K@e"]),
                right: Text::new(
                    "a1, b2, c3, d4 and e5. Before you drop, look at the square above: it becomes the other's.",
                    "a1, b2, c3, d4 y e5. Antes de dejar caer mira la casilla de encima: pasa a ser del rival.",
                ),
                wrong: Text::new("Your diagonal runs from a1 to d4.", "Tu diagonal va de a1 a d4."),
                ..BASE
            },
        ],
    },
    Lesson {
        id: "chess",
        title: Text::new("Phase Chess", "Fase Ajedrez"),
        about: Text::new(
            "When all pieces are down they move as in chess, and nothing falls any more.",
            "Cuando todas las piezas han caído se mueven como en el ajedrez, y ya nada cae.",
        ),
        steps: &[
            Step {
                start: "r1n1b1q1/7Q/1r1n1b1k/8/4R2K/8/7R/NBBN4 c - 2",
                task: Text::new(
                    "All pieces are down. Choose a piece, then its square. A rook slides in a straight line: bring it to the end of your row.",
                    "Todas las piezas han caído. Elige una pieza y después su casilla. Una torre se desliza en línea recta: llévala al final de tu fila.",
                ),
                goal: Goal::Play(&["Re4-e1"]),
                right: Text::new(
                    "Pieces may float: nothing falls in this phase.",
                    "Las piezas pueden flotar: en esta fase nada cae.",
                ),
                wrong: Text::new(
                    "Four of yours stand on a1 to d1. Which piece reaches e1?",
                    "Cuatro tuyas están de a1 a d1. ¿Cuál llega a e1?",
                ),
                ..BASE
            },
            Step {
                start: "r6Q/2n1b3/r7/1N1B1b2/3B2q1/3R3k/1n1R4/6KN c - 4",
                task: Text::new(
                    "A knight jumps over others: two squares straight and one aside. Finish the column.",
                    "Un caballo salta sobre las demás: dos casillas rectas y una de lado. Termina la columna.",
                ),
                goal: Goal::Play(&["Nb5-d6"]),
                right: Text::new("From d2 to d6.", "De d2 a d6."),
                wrong: Text::new(
                    "Your column reaches from d2 to d5; a knight gets to one of its ends.",
                    "Tu columna va de d2 a d5; un caballo llega a uno de sus extremos.",
                ),
                ..BASE
            },
        ],
    },
    Lesson {
        id: "threats",
        title: Text::new("Two threats at once", "Dos amenazas a la vez"),
        about: Text::new(
            "One threat can be stopped, two cannot.",
            "Una amenaza se puede parar, dos no.",
        ),
        steps: &[Step {
            start: "8/8/8/8/8/8/2rnb3/2RNB3 c RNBQK/rnbqk 0",
            task: Text::new(
                "You have three side by side with room on both sides. Make four that can be finished at either end.",
                "Tienes tres juntas con sitio a ambos lados. Haz cuatro que se puedan terminar por cualquier extremo.",
            ),
            goal: Goal::Play(&[
                "R@b", "R@f", "N@b", "N@f", "B@b", "B@f", "Q@b", "Q@f", "K@b", "K@f",
            ]),
            right: Text::new(
                "Magenta can fill one end only. Stop such a three before it becomes four.",
                "Magenta solo puede tapar un extremo. Detén un tres así antes de que sea cuatro.",
            ),
            wrong: Text::new(
                "That leaves a single threat, or none. The four must be next to each other.",
                "Eso deja una sola amenaza, o ninguna. Las cuatro tienen que estar juntas.",
            ),
            ..BASE
        }],
    },
];
