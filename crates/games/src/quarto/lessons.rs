//! The lessons of Quarto: placing, giving, and keeping a safe piece to give.

use crate::lang::Text;
use crate::lesson::{Goal, Lesson, Step};

const BASE: Step = Step::BASE;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        id: "place",
        title: Text::new("Give and place", "Entregar y colocar"),
        about: Text::new(
            "The other chooses what you place; four with something in common win.",
            "El rival elige lo que colocas; ganan cuatro con algo en común.",
        ),
        steps: &[
            Step {
                task: Text::new(
                    "All pieces belong to both. The game begins when you give the other a piece: press any of the sixteen.",
                    "Todas las piezas son de ambos. La partida empieza cuando entregas una pieza al rival: pulsa cualquiera de las dieciséis.",
                ),
                goal: Goal::Avoid {
                    bad: &[],
                    show: "TLQH",
                },
                right: Text::new(
                    "The other must place it, and will then give you one.",
                    "El rival tiene que colocarla, y después te entregará una.",
                ),
                ..BASE
            },
            Step {
                start: "89A./..../..../.... F",
                task: Text::new(
                    "The three pieces of the first row are tall. You were given a tall one: complete the row and win.",
                    "Las tres piezas de la primera fila son altas. Te han dado una alta: completa la fila y gana.",
                ),
                goal: Goal::Play(&["d1"]),
                right: Text::new(
                    "Four tall pieces. Colour, shape and top do not matter then.",
                    "Cuatro piezas altas. El color, la forma y la parte de arriba ya no importan.",
                ),
                wrong: Text::new(
                    "The row of three tall pieces stays open there.",
                    "Así la fila de tres piezas altas queda abierta.",
                ),
                ..BASE
            },
            Step {
                start: "..../.05./.C../.... 9",
                task: Text::new(
                    "Squares of 2x2 cells count too (the rules called lines leave them out). Three round pieces wait for a fourth.",
                    "Los cuadrados de 2x2 también cuentan (las reglas llamadas líneas los omiten). Tres piezas redondas esperan la cuarta.",
                ),
                goal: Goal::Play(&["c3"]),
                right: Text::new(
                    "Four round pieces in a square.",
                    "Cuatro piezas redondas en un cuadrado.",
                ),
                wrong: Text::new(
                    "Look for the square of cells with three round pieces.",
                    "Busca el cuadrado de casillas con tres piezas redondas.",
                ),
                ..BASE
            },
        ],
    },
    Lesson {
        id: "give",
        title: Text::new("What to give", "Qué entregar"),
        about: Text::new(
            "Most games are lost by giving the wrong piece.",
            "Casi todas las partidas se pierden al entregar la pieza equivocada.",
        ),
        steps: &[
            Step {
                start: "8DB./..../..../.... -",
                task: Text::new(
                    "Three tall pieces stand in the first row. Give a piece that does not complete it.",
                    "Hay tres piezas altas en la primera fila. Entrega una que no la complete.",
                ),
                goal: Goal::Avoid {
                    bad: &["TDRH", "TDQF", "TLRF", "TLQF", "TLQH"],
                    show: "SDRF",
                },
                right: Text::new("A short one is harmless.", "Una baja no hace daño."),
                wrong: Text::new(
                    "That one is tall: the other places it on d1 and wins.",
                    "Esa es alta: el rival la coloca en d1 y gana.",
                ),
                ..BASE
            },
            Step {
                start: "8DB./0.../4.../.... -",
                task: Text::new(
                    "Now the first column has three round, full pieces as well. Only pieces that are short, square and hollow are safe.",
                    "Ahora la primera columna tiene además tres piezas redondas y macizas. Solo son seguras las bajas, cuadradas y huecas.",
                ),
                goal: Goal::Play(&["SDQH", "SLQH"]),
                right: Text::new(
                    "There are two of them: count such pieces before every move.",
                    "Hay dos: cuenta esas piezas antes de cada jugada.",
                ),
                wrong: Text::new(
                    "That piece completes the row or the column.",
                    "Esa pieza completa la fila o la columna.",
                ),
                ..BASE
            },
        ],
    },
    Lesson {
        id: "safe",
        title: Text::new("The last safe piece", "La última pieza segura"),
        about: Text::new(
            "Place so that something safe is left to give.",
            "Coloca de modo que quede algo seguro que entregar.",
        ),
        steps: &[
            Step {
                start: ".D.7/..1./.4.8/BF.2 9",
                task: Text::new(
                    "You cannot win at once. On most cells your piece makes every piece that is left a winner for the other. Two cells keep one safe piece.",
                    "No puedes ganar ya. En casi todas las casillas tu pieza hace ganadoras para el rival todas las que quedan. Dos casillas conservan una pieza segura.",
                ),
                goal: Goal::Play(&["a1", "a2"]),
                right: Text::new(
                    "One safe piece is left, and you are the one to give it.",
                    "Queda una pieza segura, y la entregas tú.",
                ),
                wrong: Text::new(
                    "After that every piece that is left completes a group.",
                    "Después de eso cualquiera de las que quedan completa un grupo.",
                ),
                ..BASE
            },
            Step {
                start: "9D.7/..1./.4.8/BF.2 -",
                task: Text::new(
                    "Find the one piece that is safe to give.",
                    "Encuentra la única pieza que se puede entregar.",
                ),
                goal: Goal::Play(&["SDRF"]),
                right: Text::new(
                    "And now the other has to find a safe one for you, if there is any.",
                    "Y ahora el rival tiene que encontrar una segura para ti, si la hay.",
                ),
                wrong: Text::new("That one completes a group.", "Esa completa un grupo."),
                ..BASE
            },
        ],
    },
];
