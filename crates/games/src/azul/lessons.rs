//! The lessons of Azul: taking tiles, a round that is scored, the floor line, the wall and the end.

use crate::lang::Text;
use crate::lesson::{Goal, Lesson, Step};

const BASE: Step = Step::BASE;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        id: "round",
        title: Text::new("A round and its points", "Una ronda y sus puntos"),
        about: Text::new(
            "Take tiles, fill lines, and see how they are scored.",
            "Toma losetas, llena líneas y mira cómo puntúan.",
        ),
        steps: &[
            Step {
                before: &["BYYY/BRWW/BBYY/BBBR/BYRK"],
                task: Text::new(
                    "You take all tiles of one colour from one factory. Take the three yellow tiles of the first and lay them in the third line, which they fill.",
                    "Se toman todas las losetas de un color de una fábrica. Toma las tres amarillas de la primera y ponlas en la tercera línea, que se llena.",
                ),
                goal: Goal::Play(&["1Y-3"]),
                right: Text::new(
                    "The line is full. The tile that was left went to the centre.",
                    "La línea está llena. La loseta que sobraba fue al centro.",
                ),
                wrong: Text::new(
                    "Three yellow tiles fill the third line exactly: choose these and that line.",
                    "Tres amarillas llenan justo la tercera línea: elige esas y esa línea.",
                ),
                ..BASE
            },
            Step {
                before: &["BYYY/BRWW/BBYY/BBBR/BYRK", "1Y-3", "2W-2"],
                task: Text::new(
                    "Tiles can be taken from the centre too. Whoever does it first in a round also gets the marker: it costs a point, but its owner opens the next round. Take the two blue ones to the second line.",
                    "También se puede tomar del centro. El primero que lo hace en una ronda recibe además la ficha de primer jugador: cuesta un punto, pero quien la tiene abre la ronda siguiente. Toma las dos azules para la segunda línea.",
                ),
                goal: Goal::Play(&["CB-2"]),
                right: Text::new(
                    "Two lines are full. The marker lies in your floor line.",
                    "Dos líneas llenas. La ficha de primer jugador está en tu suelo.",
                ),
                wrong: Text::new(
                    "The two blue tiles of the centre fill the second line.",
                    "Las dos azules del centro llenan la segunda línea.",
                ),
                ..BASE
            },
            Step {
                start: "2 1 -/-/-/-/- R 3;-/YY/B/-/-;.Y.../.B.../...../...../.....;- 2;K/-/-/WW/-;...../...../K..../...../.....;M 12,11,13,12,12 6,6,6,6,6",
                task: Text::new(
                    "The last tile ends the round. Then each full line moves one tile to the wall. Lay the red tile in the first line and watch the points.",
                    "La última loseta termina la ronda. Entonces cada línea llena pasa una al muro. Pon la roja en la primera línea y mira los puntos.",
                ),
                goal: Goal::Play(&["CR-1"]),
                right: Text::new(
                    "Red scored 2, for the row of two. Yellow scored 4: a row of two and a column of two. The blue tile waits in its line.",
                    "La roja dio 2, por la fila de dos. La amarilla dio 4: una fila de dos y una columna de dos. La azul espera en su línea.",
                ),
                wrong: Text::new(
                    "It fills no line there, so nothing goes to the wall for it.",
                    "Ahí no llena ninguna línea, así que no pasa nada al muro.",
                ),
                ..BASE
            },
        ],
    },
    Lesson {
        id: "floor",
        title: Text::new("The floor line", "El suelo"),
        about: Text::new(
            "What finds no room falls to the floor and costs points.",
            "Lo que no cabe cae al suelo y cuesta puntos.",
        ),
        steps: &[
            Step {
                before: &["BBBB/KWWY/BRRK/YYWW/YYRK"],
                task: Text::new(
                    "All tiles that you take go to one line. Take the four blue ones without dropping any.",
                    "Todas las losetas que tomas van a una línea. Toma las cuatro azules sin que caiga ninguna.",
                ),
                goal: Goal::Play(&["1B-4", "1B-5"]),
                right: Text::new("There was room for all of them.", "Había sitio para todas."),
                wrong: Text::new(
                    "That is not a line with room for four blue tiles: what does not fit falls to the floor, for 1, 1, 2, 2, 2, 3 and 3 points.",
                    "Esa no es una línea con sitio para cuatro azules: lo que no cabe cae al suelo, por 1, 1, 2, 2, 2, 3 y 3 puntos.",
                ),
                ..BASE
            },
            Step {
                start: "1 1 -/-/-/-/- RRRK 0;B/YY/WWW/KK/YYYY;...../...../...../...../.....;- 0;-/-/-/WW/RR;...../...../...../...../.....;M 19,14,15,17,15 0,0,0,0,0",
                task: Text::new(
                    "Near the end of a round you may be forced to take what you cannot use. None of your lines takes red. Leave the red tiles to the other.",
                    "Cerca del final de una ronda puedes verte obligado a tomar lo que no te sirve. Ninguna de tus líneas admite rojas. Déjale las rojas al rival.",
                ),
                goal: Goal::Play(&["CK-4"]),
                right: Text::new(
                    "The black tile has its place in the fourth line.",
                    "La negra tiene su sitio en la cuarta línea.",
                ),
                wrong: Text::new(
                    "That drops tiles that had no need to fall.",
                    "Eso deja caer losetas sin necesidad.",
                ),
                notes: &[(
                    "CR-F",
                    Text::new(
                        "Three tiles on the floor cost 4 points.",
                        "Tres losetas en el suelo cuestan 4 puntos.",
                    ),
                )],
                ..BASE
            },
        ],
    },
    Lesson {
        id: "wall",
        title: Text::new("The wall and the end", "El muro y el final"),
        about: Text::new(
            "Neighbours make points; a full row ends the game.",
            "Los vecinos dan puntos; una fila completa termina la partida.",
        ),
        steps: &[
            Step {
                start: "3 1 -/-/-/-/- WW 5;-/-/W/-/-;B..../.B.../K..../...../.....;- 5;-/-/-/-/RR;...../...../...../...../Y....;M 12,13,12,13,10 6,6,6,6,7",
                task: Text::new(
                    "A new tile scores the row and the column that it lengthens. The two white tiles can fill the second line or the third. Which is worth more?",
                    "Una loseta nueva puntúa la fila y la columna que alarga. Las dos blancas pueden llenar la segunda línea o la tercera. ¿Cuál vale más?",
                ),
                goal: Goal::Play(&["CW-2"]),
                right: Text::new(
                    "A row of two and a column of three: 5 points.",
                    "Una fila de dos y una columna de tres: 5 puntos.",
                ),
                wrong: Text::new("That fills neither line.", "Eso no llena ninguna de las dos."),
                notes: &[(
                    "CW-3",
                    Text::new(
                        "A row of two and a column of two: 4 points. The other place is worth 5.",
                        "Una fila de dos y una columna de dos: 4 puntos. El otro sitio vale 5.",
                    ),
                )],
                ..BASE
            },
            Step {
                start: "5 1 -/-/-/-/- W 30;-/-/-/-/-;BYRK./WB.../K..../...../.....;- 33;-/-/-/-/-;BY.../.B.../...../...../.....;M 0,0,0,0,0 16,18,19,18,18",
                task: Text::new(
                    "The game ends after the round in which somebody completes a row of the wall. Rows then add 2 points, columns 7 and colours 10. You are three points behind: win.",
                    "La partida acaba tras la ronda en que alguien completa una fila del muro. Entonces las filas dan 2 puntos, las columnas 7 y los colores 10. Te faltan tres puntos: gana.",
                ),
                goal: Goal::Win {
                    within: 1,
                    show: &["CW-1"],
                },
                right: Text::new(
                    "5 points for the row of five and 2 for completing it, while the marker cost the other one.",
                    "5 puntos por la fila de cinco y 2 por completarla, mientras la ficha de primer jugador le costaba uno al rival.",
                ),
                wrong: Text::new(
                    "The game goes on, and you are behind.",
                    "La partida sigue, y vas por detrás.",
                ),
                ..BASE
            },
        ],
    },
];
