//! Residual blocks over the board, as `AlphaZero` has them.
//!
//! The first tensor with rows and columns says how large the board is; all tensors of that size are its planes. Whatever
//! else the encoding shows joins in the heads.

use super::azul::residual_block;
use super::heads::Heads;
use super::lacks;
use super::mlp::everything;
use crate::describe::{Builder, DescriptionError, Network, Op};

/// Channels of the narrow view from which actions are scored, and of the one from which the whole is judged.
const VIEWS: [(&str, usize); 2] = [("policy", 2), ("value", 1)];
/// Width of the hidden layer of the value.
const WIDTH: usize = 64;

pub(super) fn describe(
    mut b: Builder,
    blocks: usize,
    channels: usize,
    heads: Heads,
    actions: usize,
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
    let x = match names[..] {
        [only] => only.to_owned(),
        _ => b.node("planes", Op::Concat, &names),
    };
    let rest = is_plane
        .contains(&false)
        .then(|| everything(&mut b, |i| !is_plane[i]));

    let x = b.conv_norm("conv_in", "bn_in", &x, channels, 3);
    let mut x = b.relu(&x);
    for block in 0..blocks {
        x = residual_block(&mut b, &format!("res_blocks.{block}"), &x, channels);
    }
    let [by_action, as_whole] = VIEWS.map(|(name, channels)| {
        let view = b.conv_norm(&format!("{name}_conv"), &format!("{name}_bn"), &x, channels, 1);
        let view = b.relu(&view);
        let view = b.flatten(&view);
        match &rest {
            Some(rest) => b.node(format!("{name}_view"), Op::Concat, &[&view, rest]),
            None => view,
        }
    });
    let as_whole = b.linear("value_fc", &as_whole, WIDTH);
    let as_whole = b.relu(&as_whole);
    heads.add(&mut b, &by_action, &as_whole, actions);
    b.finish()
}
