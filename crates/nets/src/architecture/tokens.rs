//! A residual MLP over tokens: for games whose position is a few things of the same kind, such as the two players' boards and
//! the factories of Azul.
//!
//! A token is a slice of a tensor along its first axis; lists together are one more. The slices of a tensor share the layer that
//! makes tokens of them. Each block mixes first between tokens, then within each, and adds to what it reads.

use super::auxiliary::Answers;
use super::mlp::joined;
use crate::describe::{Builder, DescriptionError, Network, Op};

/// How many times wider the hidden layer within a token is, and how many times the layer that reads all tokens.
const HIDDEN: usize = 2;
const WHOLE: usize = 4;

pub(super) fn describe(
    mut b: Builder,
    [blocks, width]: [usize; 2],
    answers: &Answers,
) -> Result<Network, DescriptionError> {
    let (tokens, x) = embed(&mut b, width);
    let mut x = b.node("position", Op::Position, &[&x]);
    for block in 0..blocks {
        x = mix(&mut b, &format!("blocks.{block}"), &x, [tokens, width]);
    }
    let x = b.flatten(&x);
    let x = b.linear("whole", &x, WHOLE * width);
    let x = b.relu(&x);
    answers.add(&mut b, |b, name| b.linear(name, &x, answers.actions), &x, None);
    b.finish()
}

/// The tokens of everything that the encoding shows, and how many there are.
fn embed(b: &mut Builder, width: usize) -> (usize, String) {
    let inputs = b.inputs().to_vec();
    let (lists, others): (Vec<_>, Vec<_>) = inputs.into_iter().partition(|input| input.shape.len() == 1);
    let mut parts: Vec<(usize, String, String)> = Vec::new();
    for input in others {
        let (first, rest) = (input.shape[0], input.shape[1..].iter().product());
        let slices = match input.shape.len() {
            2 => input.name.clone(),
            _ => {
                let shape = vec![first, rest];
                b.node(
                    format!("{}.slices", input.name),
                    Op::Reshape { shape },
                    &[&input.name],
                )
            }
        };
        parts.push((first, input.name, slices));
    }
    if !lists.is_empty() {
        let len = lists.iter().map(|list| list.shape[0]).sum();
        let names: Vec<&str> = lists.iter().map(|list| list.name.as_str()).collect();
        let list = joined(b, "lists", &names);
        let shape = vec![1, len];
        let slice = b.node("lists.slices", Op::Reshape { shape }, &[&list]);
        parts.push((1, "lists".to_owned(), slice));
    }
    let mut count = 0;
    let mut tokens = Vec::new();
    for (slices, name, from) in parts {
        count += slices;
        let x = b.linear(format!("{name}_embedding"), &from, width);
        tokens.push(b.relu(&x));
    }
    let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
    (count, joined(b, "tokens", &tokens))
}

/// One block.
fn mix(b: &mut Builder, name: &str, from: &str, [tokens, width]: [usize; 2]) -> String {
    let part = |part: &str| format!("{name}.{part}");
    let x = turn(b, &part("apart"), from, [tokens, width]);
    let x = b.linear(part("between"), &x, tokens);
    let x = b.relu(&x);
    let x = turn(b, &part("together"), &x, [width, tokens]);
    let middle = b.node(part("sum1"), Op::Add, &[from, &x]);
    let x = b.linear(part("linear1"), &middle, HIDDEN * width);
    let x = b.relu(&x);
    let x = b.linear(part("linear2"), &x, width);
    b.node(part("sum2"), Op::Add, &[&middle, &x])
}

/// Rows become columns.
fn turn(b: &mut Builder, name: &str, from: &str, [rows, columns]: [usize; 2]) -> String {
    let at = |i: usize| (i % rows * columns + i / rows) as u32;
    let index = (0..rows * columns).map(at).collect();
    let x = b.node(format!("{name}.picked"), Op::Gather { index }, &[from]);
    let shape = vec![columns, rows];
    b.node(name, Op::Reshape { shape }, &[&x])
}
