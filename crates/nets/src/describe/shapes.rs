//! The shape rule of every operation: what it reads, what it makes of it, and a sentence when it cannot.

use damero_games::{Text, text};

use super::graph::Op;

/// No tensor may be larger; a description from outside cannot make us ask for the whole memory.
pub(super) const MOST: usize = 1 << 24;

/// How many numbers a shape holds; `None` if it is empty or too large to be meant.
pub(super) fn size(shape: &[usize]) -> Option<usize> {
    let product = shape.iter().try_fold(1_usize, |n, &side| n.checked_mul(side))?;
    (1..=MOST).contains(&product).then_some(product)
}

/// The shape after `op` has read tensors of the shapes `from`.
pub(super) fn after(op: &Op, from: &[&[usize]]) -> Result<Vec<usize>, Text> {
    match op {
        Op::Linear { out, .. } => {
            let [.., _] = one(op, from)? else {
                return Err(axes(op, from, "1", "1"));
            };
            let mut shape = from[0].to_vec();
            *shape.last_mut().expect("has a last axis") = *out;
            Ok(shape)
        }
        Op::Conv2d { out, kernel, .. } => {
            let [_, height, width] = *one(op, from)? else {
                return Err(axes(op, from, "3", "3"));
            };
            if kernel % 2 == 0 || *kernel > 2 * height.min(width) + 1 {
                return Err(text!(
                    "a kernel of {kernel} on a board of {height} × {width}; expected an odd number no larger than the board needs",
                    "un núcleo de {kernel} en un tablero de {height} × {width}; se esperaba un número impar no mayor de lo que pide el tablero"
                ));
            }
            Ok(vec![*out, height, width])
        }
        Op::BatchNorm { eps } | Op::LayerNorm { eps } => {
            if !(eps.is_finite() && *eps > 0.0) {
                return Err(text!(
                    "eps is {eps}; expected a positive number",
                    "eps es {eps}; se esperaba un número positivo"
                ));
            }
            some_axes(op, from)
        }
        Op::Dropout { p } => {
            if !(0.0..1.0).contains(p) {
                return Err(text!(
                    "p is {p}; expected a probability below 1",
                    "p es {p}; se esperaba una probabilidad menor que 1"
                ));
            }
            some_axes(op, from)
        }
        Op::Relu | Op::Tanh | Op::Position => some_axes(op, from),
        Op::Reshape { shape } => {
            let found = one(op, from)?;
            if size(shape) != size(found) {
                return Err(text!(
                    "{found:?} does not have as many numbers as {shape:?}",
                    "{found:?} no tiene tantos números como {shape:?}"
                ));
            }
            Ok(shape.clone())
        }
        Op::Flatten => Ok(vec![one(op, from)?.iter().product()]),
        Op::Concat => concat(from),
        Op::Add => match from {
            [a, b] if a == b => Ok(a.to_vec()),
            [a, b] => Err(text!(
                "adds {a:?} and {b:?}; expected equal shapes",
                "suma {a:?} y {b:?}; se esperaban formas iguales"
            )),
            _ => Err(reads(op, from.len(), 2)),
        },
        Op::AddChannels => match from {
            [board @ [channels, _, _], [list]] if channels == list => Ok(board.to_vec()),
            [board, list] => Err(text!(
                "adds {list:?} to the channels of {board:?}; expected channels, rows and columns, and as many numbers as channels",
                "suma {list:?} a los canales de {board:?}; se esperaban canales, filas y columnas, y tantos números como canales"
            )),
            _ => Err(reads(op, from.len(), 2)),
        },
        Op::GlobalPool => match *one(op, from)? {
            [channels, _, _] => Ok(vec![2 * channels]),
            _ => Err(axes(op, from, "3", "3")),
        },
        Op::Gather { index } => {
            let len: usize = one(op, from)?.iter().product();
            match index.iter().find(|&&at| at as usize >= len) {
                None => Ok(vec![index.len()]),
                Some(at) => Err(text!(
                    "picks number {at} of {len}, which count from 0",
                    "toma el número {at} de {len}, que se cuentan desde 0"
                )),
            }
        }
        Op::Attention { heads } => {
            let [_, width] = *one(op, from)? else {
                return Err(axes(op, from, "2", "2"));
            };
            if *heads == 0 || width % heads != 0 {
                return Err(text!(
                    "{heads} heads over a width of {width}; expected a divisor",
                    "{heads} cabezas sobre un ancho de {width}; se esperaba un divisor"
                ));
            }
            Ok(from[0].to_vec())
        }
        Op::Mask => match from {
            [logits @ [_], legal] if logits == legal => Ok(logits.to_vec()),
            [logits, legal] => Err(text!(
                "masks {logits:?} by {legal:?}; expected one list of actions and as many marks",
                "enmascara {logits:?} con {legal:?}; se esperaba una lista de acciones y otras tantas marcas"
            )),
            _ => Err(reads(op, from.len(), 2)),
        },
        Op::Dueling => match from {
            [[1], advantage @ [_], legal] if advantage == legal => Ok(advantage.to_vec()),
            [value, advantage, legal] => Err(text!(
                "joins {value:?}, {advantage:?} and {legal:?}; expected [1], a list of actions and as many marks",
                "une {value:?}, {advantage:?} y {legal:?}; se esperaba [1], una lista de acciones y otras tantas marcas"
            )),
            _ => Err(reads(op, from.len(), 3)),
        },
    }
}

fn concat(from: &[&[usize]]) -> Result<Vec<usize>, Text> {
    let [[_, rest @ ..], _, ..] = from else {
        let n = from.len();
        return Err(text!(
            "joins {n} tensors; expected two or more with at least one axis",
            "une {n} tensores; se esperaban dos o más con un eje al menos"
        ));
    };
    let mut first = 0_usize;
    for shape in from {
        match shape {
            [n, other @ ..] if other == rest => first = first.saturating_add(*n),
            _ => {
                let expected = from[0];
                return Err(text!(
                    "joins {shape:?} to {expected:?}; expected equal shapes but for the first axis",
                    "une {shape:?} a {expected:?}; se esperaban formas iguales salvo el primer eje"
                ));
            }
        }
    }
    Ok([&[first], rest].concat())
}

/// The only shape that is read.
fn one<'a>(op: &Op, from: &[&'a [usize]]) -> Result<&'a [usize], Text> {
    match from {
        [only] => Ok(only),
        _ => Err(reads(op, from.len(), 1)),
    }
}

/// The only shape that is read, with at least one axis, as the result.
fn some_axes(op: &Op, from: &[&[usize]]) -> Result<Vec<usize>, Text> {
    match one(op, from)? {
        [] => Err(axes(op, from, "1 or more", "1 o más")),
        shape => Ok(shape.to_vec()),
    }
}

fn reads(op: &Op, found: usize, expected: usize) -> Text {
    let name = op.name();
    text!(
        "`{name}` reads {found} tensors; expected {expected}",
        "`{name}` lee {found} tensores; se esperaban {expected}"
    )
}

fn axes(op: &Op, from: &[&[usize]], en: &str, es: &str) -> Text {
    let (name, found) = (op.name(), from[0]);
    Text::owned(
        format!("`{name}` reads {found:?}; expected a tensor of {en} axes"),
        format!("`{name}` lee {found:?}; se esperaba un tensor de {es} ejes"),
    )
}
