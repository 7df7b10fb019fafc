//! Writes a tree as a move list.

use super::{GameTree, TreeNode};
use crate::error::InputError;
use crate::movetext::Words;
use crate::notation::Notation;
use crate::record::{Event, apply, read_event};

/// What is said of a node, as words after its move.
fn remarks(node: &TreeNode) -> Vec<String> {
    let mut words: Vec<String> = node.glyphs.iter().map(|glyph| format!("${glyph}")).collect();
    let mut inside = Vec::new();
    for (name, arrows) in [("csl", false), ("cal", true)] {
        let of_kind = node.shapes.iter().filter(|shape| shape.to.is_some() == arrows);
        let list: Vec<String> = of_kind
            .map(|shape| {
                let to = shape.to.as_ref().map_or_else(String::new, |to| format!("-{to}"));
                format!("{}{}{to}", shape.colour.letter(), shape.from)
            })
            .collect();
        if !list.is_empty() {
            inside.push(format!("[%{name} {}]", list.join(",")));
        }
    }
    if let Some(opinion) = &node.opinion {
        inside.push(format!("[%value {:.3}]", opinion.value));
    }
    if !node.comment.is_empty() {
        // A brace would end the comment, and there is no way to escape it.
        inside.push(node.comment.replace('{', "(").replace('}', ")"));
    }
    if !inside.is_empty() {
        words.push(format!("{{{}}}", inside.join(" ")));
    }
    words
}

/// A move to be written, or what stands around variations.
enum Step<G> {
    Node {
        at: usize,
        before: G,
        ply: usize,
        restart: bool,
    },
    Open,
    Close,
}

/// Writes all moves as words. `spell` writes a move: the game before it, the move, how many went before it, and whether its
/// number is due although it is the second player's.
///
/// # Errors
/// If a move is refused.
pub(crate) fn write_moves<G: Notation>(
    tree: &GameTree,
    mut spell: impl FnMut(&G, &Event<G>, usize, bool) -> Vec<String>,
) -> Result<Words, InputError> {
    let record = tree.head::<G>()?;
    let children = tree.children();
    let mut words = Words::default();
    for word in tree.nodes.first().map(remarks).unwrap_or_default() {
        words.push(&word);
    }
    // Not by recursion: a tree may be as deep as it is large.
    let mut steps = Vec::new();
    let first = record.first()?;
    if let Some(&at) = children.first().and_then(|list| list.first()) {
        let restart = true;
        steps.push(Step::Node {
            at,
            before: first,
            ply: 0,
            restart,
        });
    }
    while let Some(step) = steps.pop() {
        let (at, before, ply, restart) = match step {
            Step::Open => {
                words.open();
                continue;
            }
            Step::Close => {
                words.close();
                continue;
            }
            Step::Node {
                at,
                before,
                ply,
                restart,
            } => (at, before, ply, restart),
        };
        let node = &tree.nodes[at];
        let event = read_event(&before, &node.text)?;
        for word in spell(&before, &event, ply, restart) {
            words.push(&word);
        }
        let said = remarks(node);
        let spoken = said.iter().any(|word| word.starts_with('{'));
        for word in said {
            words.push(&word);
        }
        let beside = &children[node.parent];
        let others = match beside.first() == Some(&at) {
            true => &beside[1..],
            false => &[],
        };
        let mut after = before.clone();
        apply(&mut after, &event)?;
        if let Some(&next) = children[at].first() {
            steps.push(Step::Node {
                at: next,
                before: after,
                ply: ply + 1,
                restart: spoken || !others.is_empty(),
            });
        }
        for &other in others.iter().rev() {
            steps.push(Step::Close);
            steps.push(Step::Node {
                at: other,
                before: before.clone(),
                ply,
                restart: true,
            });
            steps.push(Step::Open);
        }
    }
    Ok(words)
}
