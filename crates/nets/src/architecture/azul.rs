//! `AzulNet`: residual convolutions over the boards, a transformer over the factories, and a trunk that joins both with
//! the global numbers.

use super::{has, lacks};
use crate::describe::{Builder, DescriptionError, Network, Op};

const CHANNELS: usize = 64;
const BLOCKS: usize = 4;
const WIDTH: usize = 256;
const TOKEN: usize = 32;
const LAYERS: usize = 2;

pub(super) fn describe(mut b: Builder, actions: usize) -> Result<Network, DescriptionError> {
    if !(has(&b, "spatial", 3) && has(&b, "factories", 2) && has(&b, "global", 1)) {
        return Err(lacks(
            &b,
            "`spatial` (channels, rows, columns), `factories` (tokens, colours) and `global` (a list)",
            "`spatial` (canales, filas, columnas), `factories` (fichas, colores) y `global` (una lista)",
        ));
    }
    let legal = b.legal(actions);
    let boards = boards(&mut b);
    let factories = factories(&mut b);
    let [policy, value] = boards.each_ref().map(String::as_str);
    let x = b.node("combined", Op::Concat, &[policy, value, &factories, "global"]);
    let x = b.node("layer_norm", Op::LayerNorm { eps: 1e-5 }, &[&x]);
    let x = b.linear("fusion_fc1", &x, WIDTH);
    let x = b.relu(&x);
    let x = b.linear("fusion_fc2", &x, WIDTH);
    let trunk = b.relu(&x);
    let x = b.linear("policy_fc1", &trunk, WIDTH);
    let x = b.relu(&x);
    let x = b.linear("policy_fc", &x, actions);
    let x = b.node("policy_masked", Op::Mask, &[&x, &legal]);
    b.output("policy", &x);
    let x = b.linear("value_fc1", &trunk, WIDTH);
    let x = b.relu(&x);
    let x = b.linear("value_fc2", &x, 1);
    let x = b.tanh(&x);
    b.output("value", &x);
    b.finish()
}

/// The residual trunk over the boards and its two narrow views.
fn boards(b: &mut Builder) -> [String; 2] {
    let x = b.conv("conv_in", "spatial", CHANNELS, 3);
    let mut x = b.relu(&x);
    for block in 0..BLOCKS {
        x = residual_block(b, &format!("res_blocks.{block}"), &x, CHANNELS);
    }
    [("policy_conv", 2), ("value_conv", 1)].map(|(name, channels)| {
        let view = b.conv(name, &x, channels, 1);
        b.flatten(&view)
    })
}

/// Two convolutions with normalisation whose result is added to what they read.
pub(super) fn residual_block(b: &mut Builder, name: &str, from: &str, channels: usize) -> String {
    let part = |part: &str| format!("{name}.{part}");
    let x = b.conv_norm(&part("conv1"), &part("bn1"), from, channels, 3);
    let x = b.relu(&x);
    let x = b.conv_norm(&part("conv2"), &part("bn2"), &x, channels, 3);
    let x = b.node(part("sum"), Op::Add, &[&x, from]);
    b.relu(&x)
}

/// The transformer over the factories and the centre.
fn factories(b: &mut Builder) -> String {
    let x = b.linear("factory_embedding", "factories", TOKEN);
    let mut x = b.node("factory_pos_embedding", Op::Position, &[&x]);
    for layer in 0..LAYERS {
        x = encoder_layer(b, &format!("transformer.layers.{layer}"), &x);
    }
    b.flatten(&x)
}

/// One layer of `nn.TransformerEncoder`: normalisation after each of the two parts.
fn encoder_layer(b: &mut Builder, name: &str, from: &str) -> String {
    const DROPOUT: Op = Op::Dropout { p: 0.1 };
    const NORM: Op = Op::LayerNorm { eps: 1e-5 };
    let part = |part: &str| format!("{name}.{part}");
    let x = b.node(part("self_attn"), Op::Attention { heads: 4 }, &[from]);
    let x = b.node(part("dropout1"), DROPOUT, &[&x]);
    let x = b.node(part("sum1"), Op::Add, &[from, &x]);
    let middle = b.node(part("norm1"), NORM, &[&x]);
    let x = b.linear(part("linear1"), &middle, 2 * TOKEN);
    let x = b.relu(&x);
    let x = b.node(part("dropout"), DROPOUT, &[&x]);
    let x = b.linear(part("linear2"), &x, TOKEN);
    let x = b.node(part("dropout2"), DROPOUT, &[&x]);
    let x = b.node(part("sum2"), Op::Add, &[&middle, &x]);
    b.node(part("norm2"), NORM, &[&x])
}
