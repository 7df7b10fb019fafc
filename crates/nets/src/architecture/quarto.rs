//! The network of the Quarto training: a small convolutional trunk under two independent heads.

use super::{has, lacks};
use crate::describe::{Builder, DescriptionError, Network, Op};

pub(super) fn describe(mut b: Builder) -> Result<Network, DescriptionError> {
    if !(has(&b, "board", 3) && has(&b, "piece", 1)) {
        return Err(lacks(
            &b,
            "`board` (channels, rows, columns) and `piece` (a list)",
            "`board` (canales, filas, columnas) y `piece` (una lista)",
        ));
    }
    let plane = match &b.inputs()[0].shape[..] {
        &[_, height, width] => vec![1, height, width],
        _ => return Err(lacks(&b, "`board` first", "`board` primero")),
    };
    let cells = plane.iter().product();
    let x = b.linear("fc_in_piece", "piece", cells);
    let x = b.relu(&x);
    let x = b.node("piece_plane", Op::Reshape { shape: plane }, &[&x]);
    let x = b.node("board_and_piece", Op::Concat, &["board", &x]);
    let x = b.conv("conv1", &x, 16, 3);
    let x = b.relu(&x);
    let x = b.conv("conv2", &x, 32, 3);
    let x = b.relu(&x);
    let x = b.flatten(&x);
    let x = b.linear("fc1", &x, 128);
    let x = b.relu(&x);
    let x = b.node("dropout", Op::Dropout { p: 0.5 }, &[&x]);
    for (name, layer) in [("place", "fc2_board"), ("select", "fc2_piece")] {
        let q = b.linear(layer, &x, 16);
        let q = b.tanh(&q);
        b.output(name, &q);
    }
    b.finish()
}
