//! Which numbers a setting may be: one check for the tables of all methods.

use damero_games::{Text, text};
use damero_nets::AdamWConfig;

use super::settings::refuse;
use crate::LearnError;
use crate::model::Schedule;

/// A table of settings whose numbers are checked key by key.
pub(crate) struct Ranges {
    /// The name of the table in configurations.
    pub(crate) table: &'static str,
}

impl Ranges {
    /// Refuses counts that are zero or beyond all sense.
    ///
    /// # Errors
    /// The first wrong one, by its key.
    pub(crate) fn counts(&self, counts: &[(&str, u64)]) -> Result<(), LearnError> {
        match counts.iter().find(|(_, count)| !(1..=1 << 32).contains(count)) {
            None => Ok(()),
            Some((key, count)) => {
                let wanted = Text::new("a whole number from 1 on", "un número entero desde 1");
                Err(self.refuse(key, &count.to_string(), &wanted))
            }
        }
    }

    /// Refuses numbers outside of what they may be; both ends are allowed.
    ///
    /// # Errors
    /// The first wrong one, by its key.
    pub(crate) fn numbers(&self, numbers: &[(&str, f64, f64, f64)]) -> Result<(), LearnError> {
        // What is no number at all lies in no range.
        match numbers
            .iter()
            .find(|(_, number, low, high)| !(low..=high).contains(&number))
        {
            None => Ok(()),
            Some((key, number, low, high)) => {
                let wanted = text!("a number from {low} to {high}", "un número de {low} a {high}");
                Err(self.refuse(key, &number.to_string(), &wanted))
            }
        }
    }

    /// Refuses schedules that begin or end outside of a range.
    ///
    /// # Errors
    /// The first wrong one, by its key.
    pub(crate) fn schedule(
        &self,
        key: &str,
        schedule: &Schedule,
        low: f64,
        high: f64,
    ) -> Result<(), LearnError> {
        self.numbers(&[
            (&format!("{key}.from"), schedule.from, low, high),
            (&format!("{key}.to"), schedule.to, low, high),
        ])
    }

    /// Refuses settings of an optimiser with which it would not converge.
    ///
    /// # Errors
    /// The first wrong one, by its key.
    pub(crate) fn optimiser(&self, optimiser: &AdamWConfig) -> Result<(), LearnError> {
        self.numbers(&[
            ("optimiser.beta1", optimiser.beta1, 0.0, 0.9999),
            ("optimiser.beta2", optimiser.beta2, 0.0, 0.999_999),
            ("optimiser.epsilon", optimiser.epsilon, 1e-16, 1.0),
            ("optimiser.weight_decay", optimiser.weight_decay, 0.0, 10.0),
        ])
    }

    fn refuse(&self, key: &str, found: &str, wanted: &Text) -> LearnError {
        refuse(&format!("{}.{key}", self.table), found, wanted)
    }
}
