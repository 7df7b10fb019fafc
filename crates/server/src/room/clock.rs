//! Fischer clocks kept by the server. Time is an argument, in milliseconds.
//!
//! What the line takes is given back to the mover, within a quota: the round trip as the server measures it, so that no
//! page can claim more, and never more than the move took. The quota fills with every turn; whoever uses it up by a bad
//! line, or by delaying the measurement on purpose, waits for it to fill again.

use damero_games::{ByPlayer, Player};

use crate::wire::{self, ClockSetting};

/// What may be given back at the beginning of a game, by how much a turn raises it, and the most it can become.
const QUOTA: u64 = 500;
const QUOTA_GAIN: u64 = 100;
const QUOTA_MOST: u64 = 1_000;

/// Both clocks of a game.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    setting: ClockSetting,
    left: ByPlayer<u64>,
    /// The last round trip to each player.
    lag: ByPlayer<u64>,
    quota: ByPlayer<u64>,
    running: Option<(Player, u64)>,
}

impl Clock {
    /// Full clocks, not running.
    pub(crate) fn new(setting: ClockSetting) -> Self {
        Self {
            setting,
            left: setting
                .odds
                .unwrap_or(ByPlayer::new(setting.base_ms, setting.base_ms)),
            lag: ByPlayer::new(0, 0),
            quota: ByPlayer::new(QUOTA, QUOTA),
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

    /// The round trip to a player was measured.
    pub(crate) fn measured(&mut self, player: Player, lag: u64) {
        self.lag[player] = lag;
    }

    /// What a decision of `mover` at `now` gets back for the line.
    pub(crate) fn credit(&self, mover: Player, now: u64) -> u64 {
        match self.running {
            Some((player, since)) if player == mover => {
                let taken = now.saturating_sub(since);
                taken.min(self.forgiven(mover))
            }
            _ => 0,
        }
    }

    fn forgiven(&self, player: Player) -> u64 {
        self.lag[player].min(self.quota[player])
    }

    /// A credit was given; a whole turn earns new quota.
    pub(crate) fn spend(&mut self, mover: Player, credit: u64, whole_turn: bool) {
        let quota = self.quota[mover].saturating_sub(credit);
        let gain = if whole_turn { QUOTA_GAIN } else { 0 };
        self.quota[mover] = (quota + gain).min(QUOTA_MOST);
    }

    /// What is left to both after a decision at `now`; the increment comes only after a whole turn.
    pub(crate) fn after(&self, mover: Player, whole_turn: bool, now: u64) -> ByPlayer<u64> {
        // The credit counts as time that has not passed.
        let mut left = self.left(now.saturating_sub(self.credit(mover, now)));
        if whole_turn && self.running.is_some() {
            left[mover] += self.setting.increment_ms;
        }
        left
    }

    /// The decision of `player`, which is due at `now`, took so long and no longer, whatever the clock says.
    pub(crate) fn took(&mut self, player: Player, time: u64, now: u64) {
        if let Some((running, since)) = &mut self.running
            && *running == player
        {
            *since = (*since).max(now.saturating_sub(time));
        }
    }

    /// Gives the running clock so much at `now`, if it has less.
    pub(crate) fn spare(&mut self, least: u64, now: u64) {
        if let Some((player, _)) = self.running {
            let mut left = self.left(now);
            left[player] = left[player].max(least);
            self.left = left;
            self.running = Some((player, now));
        }
    }

    /// When the running clock runs out; a move that left in time may still be on its way.
    pub(crate) fn flag(&self) -> Option<(Player, u64)> {
        let (player, since) = self.running?;
        Some((player, since + self.left[player] + self.forgiven(player)))
    }

    /// For the page, where no clock runs while the game is halted.
    pub(crate) fn wire(&self, now: u64, halted: bool) -> wire::Clock {
        let left = self.left(now);
        wire::Clock {
            first: left.first,
            second: left.second,
            running: self.running().filter(|_| !halted),
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
            odds: None,
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
    fn the_line_is_given_back_within_the_quota() {
        let setting = ClockSetting {
            base_ms: 10_000,
            increment_ms: 0,
            odds: None,
        };
        let mut clock = Clock::new(setting);
        clock.run(Some(Player::First), 0);
        assert_eq!(clock.credit(Player::First, 1_000), 0, "nothing was measured");
        clock.measured(Player::First, 200);
        assert_eq!(clock.credit(Player::First, 1_000), 200);
        assert_eq!(
            clock.credit(Player::First, 150),
            150,
            "no more than the move took"
        );
        assert_eq!(clock.credit(Player::Second, 1_000), 0, "not the mover");
        assert_eq!(clock.after(Player::First, true, 1_000).first, 9_200);
        assert_eq!(clock.flag(), Some((Player::First, 10_200)));
        clock.spend(Player::First, 200, true);
        clock.measured(Player::First, 60_000);
        assert_eq!(
            clock.credit(Player::First, 5_000),
            400,
            "500 - 200 + 100, however slow the line says it is"
        );
        clock.spend(Player::First, 400, false);
        assert_eq!(clock.credit(Player::First, 5_000), 0);
        for _ in 0..50 {
            clock.spend(Player::First, 0, true);
        }
        assert_eq!(
            clock.credit(Player::First, 5_000),
            1_000,
            "never more than a second"
        );
    }

    #[test]
    fn a_clock_that_never_ran_gains_nothing() {
        let setting = ClockSetting {
            base_ms: 10_000,
            increment_ms: 2_000,
            odds: None,
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
            odds: None,
        };
        assert_eq!(patience(Some(fast), false), 30_000);
        assert_eq!(patience(Some(fast), true), 15_000);
        assert_eq!(patience(None, false), 300_000);
    }
}
