//! Numbers that change while a run goes on: learning rates, exploration, the length of a curriculum.

use serde::{Deserialize, Serialize};

/// A number as a function of the epoch. It does not depend on how long the run is meant to be, so a run can be prolonged.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Schedule {
    /// The value at the start.
    pub from: f64,
    /// The value at the end.
    pub to: f64,
    /// The epoch at which the end is reached.
    pub until: u64,
    /// How it goes from one to the other.
    pub shape: Shape,
}

/// The way from the first value of a schedule to the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// In equal steps.
    #[default]
    Linear,
    /// Slowly, then fast, then slowly: half a wave.
    Cosine,
}

impl Default for Schedule {
    fn default() -> Self {
        Self::constant(0.0)
    }
}

impl Schedule {
    /// A number that does not change.
    #[must_use]
    pub const fn constant(value: f64) -> Self {
        Self {
            from: value,
            to: value,
            until: 0,
            shape: Shape::Linear,
        }
    }

    /// A straight way from one value to another.
    #[must_use]
    pub const fn linear(from: f64, to: f64, until: u64) -> Self {
        Self {
            from,
            to,
            until,
            shape: Shape::Linear,
        }
    }

    /// Half a wave from one value to another.
    #[must_use]
    pub const fn cosine(from: f64, to: f64, until: u64) -> Self {
        Self {
            from,
            to,
            until,
            shape: Shape::Cosine,
        }
    }

    /// The value in an epoch.
    #[must_use]
    pub fn at(&self, epoch: u64) -> f64 {
        if epoch >= self.until {
            return self.to;
        }
        let share = epoch as f64 / self.until as f64;
        let way = match self.shape {
            Shape::Linear => share,
            Shape::Cosine => 0.5 - 0.5 * (std::f64::consts::PI * share).cos(),
        };
        self.from + way * (self.to - self.from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_begin_and_end_where_they_say() {
        let linear = Schedule::linear(2.0, 1.0, 50);
        let at = |epoch| linear.at(epoch);
        assert_eq!([at(0), at(25), at(50), at(100)], [2.0, 1.5, 1.0, 1.0]);
        let cosine = Schedule::cosine(1.0, 0.0, 10);
        assert_eq!([cosine.at(0), cosine.at(10)], [1.0, 0.0]);
        assert!((cosine.at(5) - 0.5).abs() < 1e-9);
        assert!(cosine.at(1) > 0.95, "it begins slowly");
        assert_eq!(Schedule::constant(3.0).at(7), 3.0);
    }
}
