//! Linear layers over everything that the encoding shows.

use super::auxiliary::Answers;
use crate::describe::{Builder, DescriptionError, Network, Op};

pub(super) fn describe(
    mut b: Builder,
    widths: &[usize],
    residual: bool,
    answers: &Answers,
) -> Result<Network, DescriptionError> {
    let (mut x, mut width) = (everything(&mut b, |_| true), None);
    for (i, &next) in widths.iter().enumerate() {
        let y = b.linear(format!("layers.{i}"), &x, next);
        let y = b.relu(&y);
        x = if residual && width == Some(next) {
            b.node(format!("layers.{i}.sum"), Op::Add, &[&x, &y])
        } else {
            y
        };
        width = Some(next);
    }
    answers.add(&mut b, |b, name| b.linear(name, &x, answers.actions), &x, None);
    b.finish()
}

/// All tensors that `wanted` picks by their place, as one list; there is at least one.
pub(super) fn everything(b: &mut Builder, wanted: impl Fn(usize) -> bool) -> String {
    let picked: Vec<_> = b
        .inputs()
        .iter()
        .cloned()
        .enumerate()
        .filter(|&(i, _)| wanted(i))
        .collect();
    let mut flat: Vec<String> = Vec::new();
    for (_, input) in picked {
        flat.push(if input.shape.len() == 1 {
            input.name
        } else {
            b.flatten(&input.name)
        });
    }
    let names: Vec<&str> = flat.iter().map(String::as_str).collect();
    joined(b, "everything", &names)
}

/// Tensors one after the other; one alone stays what it is.
pub(super) fn joined(b: &mut Builder, name: &str, parts: &[&str]) -> String {
    match parts {
        [only] => (*only).to_owned(),
        _ => b.node(name, Op::Concat, parts),
    }
}
