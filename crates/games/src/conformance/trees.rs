//! Games with variations survive their text, and a tree from outside is checked.

use crate::any::Playable;
use crate::game::{MoveBuf, Turn};
use crate::notation::NATIVE;
use crate::random::{SeededRng, below};
use crate::record::{Record, apply, read_event};
use crate::tree::{DrawnShape, GameTree, KeptOpinion, ShapeColour, TreeNode};

/// How many moves are tried beside those of the game.
const BRANCHES: u32 = 6;

/// A whole game with random moves tried beside it.
pub(super) fn check<G: Playable>(record: &Record<G>, rng: &mut SeededRng) {
    let mut tree = GameTree::of_record(record).expect("a record is a tree");
    assert_eq!(
        tree.main_line::<G>().as_ref(),
        Ok(record),
        "the main line is the record"
    );
    for _ in 0..BRANCHES {
        branch::<G>(&mut tree, rng);
    }
    remark(&mut tree);
    let mut checked = tree.clone();
    assert_eq!(checked.check::<G>(), Ok(()), "a tree of legal moves is accepted");
    assert_eq!(checked, tree, "nothing in it changes");
    for format in G::FORMATS.iter().chain([&NATIVE]) {
        let text =
            G::write_tree(&tree, format.name).unwrap_or_else(|error| panic!("{}: {error}", format.name));
        let back = G::read_tree(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", format.name));
        assert_eq!(
            main_texts(&back),
            main_texts(&tree),
            "the main line does not survive {}:\n{text}",
            format.name
        );
        if *format == NATIVE {
            assert_eq!(sorted(&back), sorted(&tree), "the tree does not survive:\n{text}");
        }
        let many = format!("{text}\n{text}");
        assert_eq!(G::split_records(&many).len(), 2, "two games in one text:\n{many}");
    }
    refusals::<G>(&tree);
}

fn main_texts(tree: &GameTree) -> Vec<&str> {
    let nodes = tree.main_nodes();
    nodes.into_iter().map(|at| tree.nodes[at].text.as_str()).collect()
}

/// Every node by the moves that lead to it: a text may write the nodes in another order.
fn sorted(tree: &GameTree) -> Vec<(Vec<&str>, TreeNode)> {
    let mut ways: Vec<Vec<&str>> = vec![Vec::new()];
    for node in &tree.nodes[1..] {
        let mut way = ways[node.parent].clone();
        way.push(&node.text);
        ways.push(way);
    }
    let said = |node: &TreeNode| TreeNode {
        parent: 0,
        ..node.clone()
    };
    let mut all: Vec<_> = ways.into_iter().zip(tree.nodes.iter().map(said)).collect();
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    all
}

/// Tries a random move at a random node.
fn branch<G: Playable>(tree: &mut GameTree, rng: &mut SeededRng) {
    let parent = below(rng, tree.nodes.len() as u32) as usize;
    let mut way = Vec::new();
    let mut at = parent;
    while at > 0 {
        way.push(at);
        at = tree.nodes[at].parent;
    }
    let record = tree.main_line::<G>().expect("a main line");
    let mut game = record.first().expect("a beginning");
    for at in way.into_iter().rev() {
        let event = read_event(&game, &tree.nodes[at].text).expect("a move of the tree");
        apply(&mut game, &event).expect("a legal move");
    }
    let Turn::Player(by) = game.turn() else { return };
    let text = game.random_move(rng, &mut MoveBuf::new()).to_string();
    let known = tree
        .nodes
        .iter()
        .skip(1)
        .any(|node| node.parent == parent && node.text == text);
    if !known {
        tree.nodes.push(TreeNode {
            parent,
            text,
            by: Some(by),
            ..TreeNode::default()
        });
    }
}

fn remark(tree: &mut GameTree) {
    let last = tree.nodes.len() - 1;
    for (at, comment) in [
        (0, "before (all) moves"),
        (last, "two\nlines; 100 % [sic] \"here\" 1-0 *"),
    ] {
        let node = &mut tree.nodes[at];
        node.comment = comment.to_owned();
        node.glyphs = vec![6, 14];
        node.opinion = Some(KeptOpinion {
            value: -0.25,
            label: String::new(),
            line: Vec::new(),
            depth: 0,
        });
        node.shapes = [(None, ShapeColour::Green), (Some("12"), ShapeColour::Red)]
            .map(|(to, colour)| DrawnShape {
                from: "8".to_owned(),
                to: to.map(str::to_owned),
                colour,
            })
            .to_vec();
    }
}

/// What cannot be a tree is refused with a reason.
fn refusals<G: Playable>(tree: &GameTree) {
    let refused = |what: &str, change: &dyn Fn(&mut GameTree)| {
        let mut wrong = tree.clone();
        change(&mut wrong);
        assert!(wrong.check::<G>().is_err(), "accepted: {what}");
    };
    refused("no node", &|tree| tree.nodes.clear());
    refused("a loop", &|tree| tree.nodes[1].parent = 1);
    refused("a parent that comes later", &|tree| {
        tree.nodes[1].parent = 9_999_999;
    });
    refused("a root with a move", &|tree| tree.nodes[0].text = "x".to_owned());
    refused("no move", &|tree| tree.nodes[1].text.clear());
    refused("nonsense", &|tree| tree.nodes[1].text = "no such move".to_owned());
    refused("a glyph", &|tree| tree.nodes[1].glyphs = vec![99]);
    refused("a long comment", &|tree| {
        tree.nodes[1].comment = "x".repeat(5_000);
    });
    refused("many nodes", &|tree| {
        tree.nodes = vec![tree.nodes[1].clone(); 10_001];
    });
    refused("rules", &|tree| tree.rules = "no such rules".to_owned());
    refused("a game", &|tree| tree.game = "nothing".to_owned());
    refused("a shape", &|tree| {
        tree.nodes[1].shapes = vec![DrawnShape {
            from: "<b>".to_owned(),
            to: None,
            colour: ShapeColour::Blue,
        }];
    });
}
