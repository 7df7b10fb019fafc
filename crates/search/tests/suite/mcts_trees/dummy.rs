//! A game written down as a tree: whoever tests a search knows the right answer by looking at it.

use std::convert::Infallible;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use damero_games::random::below;
use damero_games::{ByPlayer, Ending, Game, Illegal, Meta, MoveBuf, Outcome, Player, Text, Turn};
use damero_games::{PovOutcome, rules};
use rand_core::Rng;

rules! {
    /// There is nothing to choose.
    pub struct DummyRules {}
    presets { "plain", "the tree as it is", "el árbol tal cual" {} }
}

/// A position with everything that can come of it.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    /// A player chooses.
    Move(Player, Vec<Arc<Self>>),
    /// Chance chooses, in proportion to the weights.
    Chance(Vec<(u32, Arc<Self>)>),
    /// The end.
    Over(Outcome),
}

/// The first player chooses.
pub(crate) fn first(children: impl IntoIterator<Item = Arc<Node>>) -> Arc<Node> {
    Arc::new(Node::Move(Player::First, children.into_iter().collect()))
}

/// The second player chooses.
pub(crate) fn second(children: impl IntoIterator<Item = Arc<Node>>) -> Arc<Node> {
    Arc::new(Node::Move(Player::Second, children.into_iter().collect()))
}

/// Chance chooses.
pub(crate) fn chance(children: impl IntoIterator<Item = (u32, Arc<Node>)>) -> Arc<Node> {
    Arc::new(Node::Chance(children.into_iter().collect()))
}

/// The end, as the first player sees it.
pub(crate) fn over(outcome: PovOutcome) -> Arc<Node> {
    Arc::new(Node::Over(outcome.un_pov(Player::First)))
}

/// A game somewhere in its tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Dummy {
    node: Arc<Node>,
    /// The choices so far.
    pub(crate) path: Vec<u8>,
}

impl Hash for Dummy {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.path.hash(state);
    }
}

impl Dummy {
    /// A game at the root of a tree.
    pub(crate) fn new(node: Arc<Node>) -> Self {
        Self {
            node,
            path: Vec::new(),
        }
    }

    /// The same tree with the players exchanged.
    pub(crate) fn mirrored(&self) -> Self {
        Self::new(mirrored(&self.node))
    }

    /// The weights of a chance event's outcomes.
    pub(crate) fn weights(&self) -> Vec<u32> {
        match &*self.node {
            Node::Chance(children) => children.iter().map(|(weight, _)| *weight).collect(),
            Node::Move(..) | Node::Over(_) => Vec::new(),
        }
    }

    fn choose(&mut self, choice: u8, next: &Arc<Node>) {
        self.path.push(choice);
        self.node = Arc::clone(next);
    }
}

fn mirrored(node: &Node) -> Arc<Node> {
    Arc::new(match node {
        Node::Move(player, children) => Node::Move(
            player.other(),
            children.iter().map(|child| mirrored(child)).collect(),
        ),
        Node::Chance(children) => Node::Chance(
            children
                .iter()
                .map(|(weight, child)| (*weight, mirrored(child)))
                .collect(),
        ),
        Node::Over(outcome) => Node::Over(outcome.pov(Player::First).un_pov(Player::Second)),
    })
}

/// The number of a child.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Choice(pub u8);

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Game for Dummy {
    type Rules = DummyRules;
    type Move = Choice;
    type Chance = Choice;

    const META: Meta = Meta {
        id: "dummy",
        name: Text::new("Dummy", "Ficticio"),
        summary: Text::new("A tree.", "Un árbol."),
        rules: Text::new("A tree.", "Un árbol."),
        seats: ByPlayer::new(Text::new("First", "Primero"), Text::new("Second", "Segundo")),
        chance: true,
        max_moves: 255,
        ..Meta::BASE
    };

    fn start(_: &DummyRules) -> Self {
        Self::new(over(PovOutcome::Draw))
    }

    fn rules(&self) -> &DummyRules {
        &DummyRules {}
    }

    fn max_plies(_: &DummyRules) -> u32 {
        100
    }

    fn turn(&self) -> Turn {
        match &*self.node {
            Node::Move(player, _) => Turn::Player(*player),
            Node::Chance(_) => Turn::Chance,
            Node::Over(outcome) => Turn::Over(*outcome),
        }
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.turn().outcome()?;
        Some(Ending::new(outcome, Text::new("a leaf", "una hoja")))
    }

    fn moves(&self, buf: &mut MoveBuf<Choice>) {
        buf.clear();
        if let Node::Move(_, children) = &*self.node {
            buf.extend((0..children.len()).map(|i| Choice(i as u8)));
        }
    }

    fn is_legal(&self, m: Choice) -> bool {
        matches!(&*self.node, Node::Move(_, children) if usize::from(m.0) < children.len())
    }

    fn refuse(&self, _: Choice) -> Illegal {
        Illegal::new(
            "no-such-child",
            Text::new("no such child", "no hay tal hijo"),
            None::<Infallible>,
        )
    }

    fn play_unchecked(&mut self, m: Choice) {
        if let Node::Move(_, children) = &*Arc::clone(&self.node) {
            self.choose(m.0, &children[usize::from(m.0)]);
        }
    }

    fn sample_chance<R: Rng + ?Sized>(&self, rng: &mut R) -> Choice {
        let Node::Chance(children) = &*self.node else {
            panic!("chance is not to decide");
        };
        let mut rest = below(rng, children.iter().map(|(weight, _)| weight).sum());
        let drawn = children.iter().position(|&(weight, _)| {
            let found = rest < weight;
            rest = rest.saturating_sub(weight);
            found
        });
        Choice(drawn.unwrap_or(0) as u8)
    }

    fn apply_chance(&mut self, event: &Choice) -> Result<(), Illegal> {
        let node = Arc::clone(&self.node);
        match &*node {
            Node::Chance(children) if usize::from(event.0) < children.len() => {
                self.choose(event.0, &children[usize::from(event.0)].1);
                Ok(())
            }
            _ => Err(self.refuse(*event)),
        }
    }

    fn key(&self) -> u64 {
        self.path
            .iter()
            .fold(1, |key, &choice| key * 256 + u64::from(choice))
    }

    fn key_from_scratch(&self) -> u64 {
        self.key()
    }
}
