//! Which of several captures must be chosen, where the rules say more than that the longest is.

use super::family::Family;
use super::moves::CheckersMove;
use super::rules::CapturePriority;

/// What captures are compared by, one number after the other; more is better. See [`Rank`].
pub(super) type Ranks = [u32; 4];

/// The places of [`Ranks`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rank {
    /// How many pieces it takes.
    Pieces,
    /// Whether a king takes them.
    ByKing,
    /// How many kings it takes.
    Kings,
    /// How early it meets a king.
    Early,
}

impl Rank {
    pub(super) const ALL: [Self; 4] = [Self::Pieces, Self::ByKing, Self::Kings, Self::Early];
}

/// How good a capture is as the rules compare them: what they do not look at is 0.
///
/// Of the Italian rule that the king met first decides only the first king is looked at: where two captures meet it equally
/// early the choice is free.
pub(super) fn ranks(family: &Family<'_>, m: CheckersMove) -> Ranks {
    let enemy_kings = family.side.enemy & family.side.kings;
    let pieces = u32::from(m.jumps);
    let by_king = u32::from(family.side.kings >> m.from & 1 != 0);
    let kings = (m.captured & enemy_kings).count_ones();
    match family.rules.capture_priority {
        CapturePriority::Any => [0; 4],
        CapturePriority::Longest => [pieces, 0, 0, 0],
        CapturePriority::Spanish => [pieces, 0, kings, 0],
        CapturePriority::KingFirst => [0, by_king, 0, 0],
        CapturePriority::Italian => {
            let first = m.captures().position(|square| square.bit() & enemy_kings != 0);
            let early = first.map_or(0, |i| pieces - i as u32);
            [pieces, by_king, kings, early]
        }
    }
}

/// Keeps the captures that must be chosen from.
pub(super) fn keep_best(family: &Family<'_>, buf: &mut Vec<CheckersMove>) {
    let best = buf.iter().map(|&m| ranks(family, m)).max().unwrap_or_default();
    buf.retain(|&m| ranks(family, m) == best);
}
