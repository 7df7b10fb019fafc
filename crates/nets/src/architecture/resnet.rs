//! Residual blocks over the board, as `AlphaZero` has them.
//!
//! The first tensor with rows and columns says how large the board is; all tensors of that size are its planes. In the
//! plain network whatever else the encoding shows joins in the heads. With `planes` or `pool` it also enters after the
//! first convolution, as a number added to every channel: what is in hand changes what a square is worth.

use damero_games::{ActionPlanes, text};

use super::auxiliary::Answers;
use super::azul::residual_block;
use super::lacks;
use super::mlp::everything;
use crate::describe::{Builder, DescriptionError, Network, Op};

/// Channels of the narrow views of the board: from which actions are scored where planes do not, from which those actions
/// are that planes leave out, and from which the whole is judged.
const POLICY: (&str, usize) = ("policy", 2);
const REST: (&str, usize) = ("rest", 8);
const VALUE: (&str, usize) = ("value", 1);
/// Width of the hidden layers of the heads.
const WIDTH: usize = 64;

pub(super) fn describe(
    mut b: Builder,
    [blocks, channels]: [usize; 2],
    planes: Option<ActionPlanes>,
    pool: bool,
    answers: &Answers,
) -> Result<Network, DescriptionError> {
    let board = b.inputs().iter().find_map(|input| match input.shape[..] {
        [_, height, width] => Some([height, width]),
        _ => None,
    });
    let Some(board) = board else {
        return Err(lacks(
            &b,
            "a tensor of channels, rows and columns",
            "un tensor de canales, filas y columnas",
        ));
    };
    let (x, others) = inputs(&mut b, board);
    let mut x = b.conv_norm("conv_in", "bn_in", &x, channels, 3);
    if let (Some(others), true) = (&others, pool || planes.is_some()) {
        let list = b.linear("others_in", others, channels);
        x = b.node("bn_in.others", Op::AddChannels, &[&x, &list]);
    }
    let mut x = b.relu(&x);
    for block in 0..blocks {
        let name = format!("res_blocks.{block}");
        x = match pool && block % 2 == 1 {
            true => pooled_block(&mut b, &name, &x, channels),
            false => residual_block(&mut b, &name, &x, channels),
        };
    }
    let pooled = pool.then(|| b.node("pooled", Op::GlobalPool, &[&x]));
    let trunk = Trunk { x, others, pooled };

    let by_action = match planes {
        Some(planes) => trunk.planes(&mut b, planes, board, channels)?,
        None => Scores::Dense(trunk.view(&mut b, POLICY)),
    };
    let as_whole = trunk.view(&mut b, VALUE);
    let as_whole = b.linear("value_fc", &as_whole, WIDTH);
    let as_whole = b.relu(&as_whole);
    let squares = Some((trunk.x.as_str(), board.iter().product()));
    let layer = |b: &mut Builder, name: &str| by_action.layer(b, name, answers.actions);
    answers.add(&mut b, layer, &as_whole, squares);
    b.finish()
}

/// The planes of the board as one tensor, and everything else as one list.
fn inputs(b: &mut Builder, board: [usize; 2]) -> (String, Option<String>) {
    let is_plane: Vec<bool> = b
        .inputs()
        .iter()
        .map(|input| matches!(input.shape[..], [_, height, width] if [height, width] == board))
        .collect();
    let planes: Vec<String> = std::iter::zip(b.inputs(), &is_plane)
        .filter(|&(_, &plane)| plane)
        .map(|(input, _)| input.name.clone())
        .collect();
    let names: Vec<&str> = planes.iter().map(String::as_str).collect();
    let planes = match names[..] {
        [only] => only.to_owned(),
        _ => b.node("planes", Op::Concat, &names),
    };
    let others = is_plane.contains(&false).then(|| everything(b, |i| !is_plane[i]));
    (planes, others)
}

/// A residual block whose first convolution also hears of the whole board: a number for each channel, from the means and
/// maxima of what the block reads.
fn pooled_block(b: &mut Builder, name: &str, from: &str, channels: usize) -> String {
    let part = |part: &str| format!("{name}.{part}");
    let pooled = b.node(part("pool"), Op::GlobalPool, &[from]);
    let pooled = b.linear(part("pool_fc"), &pooled, channels);
    let x = b.conv_norm(&part("conv1"), &part("bn1"), from, channels, 3);
    let x = b.node(part("pooled"), Op::AddChannels, &[&x, &pooled]);
    let x = b.relu(&x);
    let x = b.conv_norm(&part("conv2"), &part("bn2"), &x, channels, 3);
    let x = b.node(part("sum"), Op::Add, &[&x, from]);
    b.relu(&x)
}

/// What the heads read.
struct Trunk {
    /// The board after the last block.
    x: String,
    /// What the encoding shows besides the board.
    others: Option<String>,
    /// Means and maxima of the board after the last block.
    pooled: Option<String>,
}

impl Trunk {
    /// A narrow view of the board with everything else that is known, as a list.
    fn view(&self, b: &mut Builder, (name, channels): (&str, usize)) -> String {
        let view = b.conv_norm(
            &format!("{name}_conv"),
            &format!("{name}_bn"),
            &self.x,
            channels,
            1,
        );
        let view = b.relu(&view);
        let view = b.flatten(&view);
        let mut parts = vec![view.as_str()];
        parts.extend(self.others.as_deref());
        parts.extend(self.pooled.as_deref());
        match parts[..] {
            [only] => only.to_owned(),
            _ => b.node(format!("{name}_view"), Op::Concat, &parts),
        }
    }

    /// What planes of actions are computed from.
    fn planes(
        &self,
        b: &mut Builder,
        planes: ActionPlanes,
        board: [usize; 2],
        channels: usize,
    ) -> Result<Scores, DescriptionError> {
        if planes.shape[1..] != board {
            let ([_, rows, columns], [height, width]) = (planes.shape, board);
            let problem = text!(
                "`planes`: actions on a board of {rows} × {columns}, and an encoding of {height} × {width}",
                "`planes`: acciones en un tablero de {rows} × {columns}, y una codificación de {height} × {width}"
            );
            return Err(DescriptionError::new("", problem));
        }
        let x = b.conv_norm("policy_conv", "policy_bn", &self.x, channels, 1);
        let features = b.relu(&x);
        let rest = planes.places.contains(&None).then(|| {
            let view = self.view(b, REST);
            let hidden = b.linear("rest_fc", &view, WIDTH);
            b.relu(&hidden)
        });
        Ok(Scores::Planes {
            planes,
            features,
            rest,
        })
    }
}

/// How actions are scored.
enum Scores {
    /// By a dense layer over a list.
    Dense(String),
    /// By planes over the features of each square; what is no square's by a dense layer over another list.
    Planes {
        planes: ActionPlanes,
        features: String,
        rest: Option<String>,
    },
}

impl Scores {
    /// Adds a layer with one number for each action.
    fn layer(&self, b: &mut Builder, name: &str, actions: usize) -> String {
        let (planes, features, rest) = match self {
            Self::Dense(list) => return b.linear(name, list, actions),
            Self::Planes {
                planes,
                features,
                rest,
            } => (planes, features, rest),
        };
        let on_board = b.conv(format!("{name}.planes"), features, planes.shape[0], 1);
        let mut next = planes.shape.iter().product::<usize>() as u32;
        let index = planes.places.iter().map(|place| {
            place.unwrap_or_else(|| {
                next += 1;
                next - 1
            })
        });
        let index: Vec<u32> = index.collect();
        let scores = match rest {
            Some(rest) => {
                let flat = b.flatten(&on_board);
                let count = planes.places.iter().filter(|place| place.is_none()).count();
                let rest = b.linear(format!("{name}.rest"), rest, count);
                b.node(format!("{name}.all"), Op::Concat, &[&flat, &rest])
            }
            None => on_board,
        };
        b.node(name, Op::Gather { index }, &[&scores])
    }
}
