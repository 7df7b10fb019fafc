//! The lessons of Reversi: turning discs, corners, the moves left to the other, passing, and parity.

use crate::lang::Text;
use crate::lesson::{Goal, Lesson, Step};

const BASE: Step = Step::BASE;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        id: "turning",
        title: Text::new("Turning discs", "Voltear fichas"),
        about: Text::new(
            "Enclose discs between two of yours and they become yours.",
            "Encierra fichas entre dos tuyas y pasan a ser tuyas.",
        ),
        steps: &[
            Step {
                task: Text::new(
                    "You are Black. Place a disc so that a white one lies between it and another of yours. The marked squares are the four possible ones: choose any.",
                    "Juegas con negras. Coloca una ficha de modo que una blanca quede entre ella y otra tuya. Las casillas señaladas son las cuatro posibles: elige una.",
                ),
                goal: Goal::Avoid { bad: &[], show: "f5" },
                right: Text::new(
                    "The white disc was enclosed and turned over. Every move must turn at least one.",
                    "La ficha blanca quedó encerrada y se volteó. Toda jugada debe voltear al menos una.",
                ),
                ..BASE
            },
            Step {
                start: "------------------------XOOO------------XO---------------------- X",
                task: Text::new(
                    "All enclosed discs of a line turn over, however many. Turn three at once.",
                    "Se voltean todas las fichas encerradas de una línea, sean las que sean. Voltea tres de una vez.",
                ),
                goal: Goal::Play(&["e4"]),
                right: Text::new("Three discs in one move.", "Tres fichas en una jugada."),
                wrong: Text::new(
                    "That turns a single disc. Look for the longer line.",
                    "Eso voltea una sola ficha. Busca la línea más larga.",
                ),
                ..BASE
            },
            Step {
                start: "---------X--------O---------OOX----O-------X-------------------- X",
                task: Text::new(
                    "A disc may enclose in several directions at once: along rows, columns and diagonals. One square turns four discs.",
                    "Una ficha puede encerrar en varias direcciones a la vez: filas, columnas y diagonales. Una casilla voltea cuatro fichas.",
                ),
                goal: Goal::Play(&["d4"]),
                right: Text::new(
                    "Row, column and diagonal: all turned with one disc.",
                    "Fila, columna y diagonal: todas con una ficha.",
                ),
                wrong: Text::new(
                    "That square looks in fewer directions. Find the one where three lines meet.",
                    "Esa casilla mira en menos direcciones. Busca donde se cruzan tres líneas.",
                ),
                ..BASE
            },
        ],
    },
    Lesson {
        id: "corners",
        title: Text::new("Corners", "Esquinas"),
        about: Text::new(
            "A disc in a corner can never be turned again.",
            "Una ficha en una esquina ya no se puede voltear.",
        ),
        steps: &[
            Step {
                start: "----O-------OOXX-O-XXOOX-OXXXOOX-XOXOOOXXXXOOOX--OX-OO-X----O--- X",
                task: Text::new(
                    "Nothing lies behind a corner, so it cannot be enclosed. One of your moves takes a corner.",
                    "Detrás de una esquina no hay nada, así que no se puede encerrar. Una de tus jugadas toma una esquina.",
                ),
                goal: Goal::Play(&["a8"]),
                right: Text::new(
                    "Yours for the rest of the game, and what you add along the edge beside it is safe too.",
                    "Tuya hasta el final, y lo que añadas junto a ella en el borde también queda a salvo.",
                ),
                wrong: Text::new("That is no corner.", "Eso no es una esquina."),
                ..BASE
            },
            Step {
                start: "---X-------X---XO-OX---XOOOXXX-XOOOOXOXX-XOX-O-X--XO-O---X--O--- X",
                task: Text::new(
                    "The squares diagonally beside a corner open the way to it. Move without giving White a corner.",
                    "Las casillas en diagonal junto a una esquina abren el camino hacia ella. Juega sin regalar una esquina a las blancas.",
                ),
                goal: Goal::Avoid {
                    bad: &["b2", "g7"],
                    show: "g6",
                },
                right: Text::new("No corner is open to White.", "Ninguna esquina queda abierta."),
                wrong: Text::new(
                    "Now White takes the corner beside it.",
                    "Ahora las blancas toman la esquina de al lado.",
                ),
                ..BASE
            },
        ],
    },
    Lesson {
        id: "mobility",
        title: Text::new("Leave few moves", "Deja pocas jugadas"),
        about: Text::new(
            "Whoever runs out of good moves must play bad ones.",
            "Quien se queda sin buenas jugadas tiene que hacer malas.",
        ),
        steps: &[Step {
            start: "-----------------O-OO-----OOXO-----OXXXX---X------X------------- X",
            task: Text::new(
                "In the middle of the game the number of discs matters little; what counts is how many moves the other has. One of your moves leaves White only three.",
                "A mitad de partida importa poco el número de fichas; cuenta cuántas jugadas tiene el rival. Una de las tuyas deja a las blancas solo tres.",
            ),
            goal: Goal::Play(&["d2"]),
            right: Text::new(
                "Few moves are left to White, and soon none of them is good.",
                "A las blancas les quedan pocas jugadas, y pronto ninguna buena.",
            ),
            wrong: Text::new(
                "White has at least six moves after that. Look for a move that turns few discs at the rim.",
                "Después las blancas tienen al menos seis jugadas. Busca una que voltee pocas fichas del contorno.",
            ),
            ..BASE
        }],
    },
    Lesson {
        id: "passing",
        title: Text::new("Passing", "Pasar"),
        about: Text::new(
            "Who cannot place a disc passes, and the other moves again.",
            "Quien no puede colocar pasa, y el rival juega otra vez.",
        ),
        steps: &[
            Step {
                start: "--XXX----XXXXXX-XXXOXX--XXOOXXX-XXXXXXX-OXXXOXXOX-XXXXX----OOO-X X",
                task: Text::new(
                    "No square encloses anything for you. Passing is allowed only then, and then it is the only move: press Pass.",
                    "Ninguna casilla te sirve para encerrar. Solo entonces se puede pasar, y es la única jugada: pulsa Pasar.",
                ),
                goal: Goal::Play(&["--"]),
                right: Text::new(
                    "White moves again. If neither can place, the game is over.",
                    "Vuelven a jugar las blancas. Si nadie puede colocar, la partida termina.",
                ),
                ..BASE
            },
            Step {
                start: "------------------OOOOO-X-OOOO--XXOOOOO-XO------XX------X------- X",
                task: Text::new(
                    "Now make White pass, so that you move twice in a row.",
                    "Ahora haz pasar a las blancas, para jugar dos veces seguidas.",
                ),
                goal: Goal::Play(&["c7"]),
                right: Text::new(
                    "White has no move: it is your turn again.",
                    "Las blancas no tienen jugada: te toca otra vez.",
                ),
                wrong: Text::new(
                    "White still finds a move after that.",
                    "Después de eso las blancas aún tienen jugada.",
                ),
                ..BASE
            },
        ],
    },
    Lesson {
        id: "parity",
        title: Text::new("The last square", "La última casilla"),
        about: Text::new(
            "Near the end, enter regions with an odd number of empty squares.",
            "Cerca del final, entra en zonas con un número impar de casillas vacías.",
        ),
        steps: &[Step {
            start: "OOOXXXXX-OOXXXO-OXOOOXO-OXOOXXOOOOOXOXOOOOOXOOXO-XXXXXOO-XXXXXOO X",
            task: Text::new(
                "Five squares are empty: one alone, and two pairs. Whoever enters a pair leaves its last square, and its last discs, to the other. One move wins.",
                "Quedan cinco casillas: una sola y dos parejas. Quien entra en una pareja deja su última casilla, y sus últimas fichas, al rival. Una jugada gana.",
            ),
            goal: Goal::Play(&["a2"]),
            right: Text::new(
                "Now only pairs are left and White must enter one: you answer in it.",
                "Ahora solo quedan parejas y las blancas deben entrar en una: tú respondes en ella.",
            ),
            wrong: Text::new(
                "That enters a pair: White fills it and wins.",
                "Eso entra en una pareja: las blancas la llenan y ganan.",
            ),
            ..BASE
        }],
    },
];
