//! Fischer clocks kept by the server. Time is an argument, in milliseconds.

use damero_games::{ByPlayer, Player};

use crate::wire::{self, ClockSetting};

/// Both clocks of a game.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    setting: ClockSetting,
    left: ByPlayer<u64>,
    running: Option<(Player, u64)>,
}

impl Clock {
    /// Full clocks, not running.
    pub(crate) fn new(setting: ClockSetting) -> Self {
        Self {
            setting,
            left: ByPlayer::new(setting.base_ms, setting.base_ms),
            running: None,
        }
    }

    /// Sets what is left.
    pub(crate) fn set(&mut self, left: ByPlayer<u64>) {
        self.left = left;
        self.running = None;
    }

    /// Lets the clock of `player` run from `from` on, or none.
    pub(crate) fn run(&mut self, player: Option<Player>, from: u64) {
        self.running = player.map(|player| (player, from));
    }

    /// Whose clock runs.
    pub(crate) fn running(&self) -> Option<Player> {
        self.running.map(|(player, _)| player)
    }

    /// What is left to both at `now`.
    pub(crate) fn left(&self, now: u64) -> ByPlayer<u64> {
        let mut left = self.left;
        if let Some((player, since)) = self.running {
            left[player] = left[player].saturating_sub(now.saturating_sub(since));
        }
        left
    }

    /// What is left to both after a decision at `now`; the increment comes only after a whole turn.
    pub(crate) fn after(&self, mover: Player, whole_turn: bool, now: u64) -> ByPlayer<u64> {
        let mut left = self.left(now);
        if whole_turn && self.running.is_some() {
            left[mover] += self.setting.increment_ms;
        }
        left
    }

    /// When the running clock runs out.
    pub(crate) fn flag(&self) -> Option<(Player, u64)> {
        let (player, since) = self.running?;
        Some((player, since + self.left[player]))
    }

    /// For the page.
    pub(crate) fn wire(&self, now: u64) -> wire::Clock {
        let left = self.left(now);
        wire::Clock {
            first: left.first,
            second: left.second,
            running: self.running(),
        }
    }
}

/// How long a player who left may stay away before the other can claim the game; guests get half of it.
pub(crate) fn patience(setting: Option<ClockSetting>, guest: bool) -> u64 {
    const BASE: u64 = 30_000;
    const MINUTE: u64 = 60_000;
    // A game lasts about as long as its clock and forty increments.
    let length = setting.map(|clock| clock.base_ms + 40 * clock.increment_ms);
    let patience = match length {
        Some(length) if length < 3 * MINUTE => BASE,
        Some(length) if length < 8 * MINUTE => 2 * BASE,
        Some(length) if length < 25 * MINUTE => 4 * BASE,
        Some(_) | None => 10 * BASE,
    };
    if guest { patience / 2 } else { patience }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_increment_comes_after_the_whole_turn() {
        let setting = ClockSetting {
            base_ms: 10_000,
            increment_ms: 2_000,
        };
        let mut clock = Clock::new(setting);
        clock.run(Some(Player::First), 100);
        assert_eq!(clock.flag(), Some((Player::First, 10_100)));
        let half = clock.after(Player::First, false, 1_100);
        assert_eq!(half, ByPlayer::new(9_000, 10_000));
        clock.set(half);
        clock.run(Some(Player::First), 1_100);
        assert_eq!(
            clock.after(Player::First, true, 2_100),
            ByPlayer::new(10_000, 10_000)
        );
        assert_eq!(clock.left(50_000).first, 0);
    }

    #[test]
    fn a_clock_that_never_ran_gains_nothing() {
        let setting = ClockSetting {
            base_ms: 10_000,
            increment_ms: 2_000,
        };
        let clock = Clock::new(setting);
        assert_eq!(
            clock.after(Player::First, true, 9_999),
            ByPlayer::new(10_000, 10_000)
        );
    }

    #[test]
    fn slow_games_wait_longer() {
        let fast = ClockSetting {
            base_ms: 60_000,
            increment_ms: 0,
        };
        assert_eq!(patience(Some(fast), false), 30_000);
        assert_eq!(patience(Some(fast), true), 15_000);
        assert_eq!(patience(None, false), 300_000);
    }
}
