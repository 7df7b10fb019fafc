//! How far a shallow search is from a deep one, so that selective search knows what it may skip.
//!
//! The calibration measures the spread of that difference for many pairs of depths and stages and fits a smooth model
//! to it, because the deepest pairs, which matter most, are the ones that cannot be measured often.

use super::weights::UNIT;

/// Plies of the shallow search that stands for one of `depth` plies: about half, and as even or odd.
#[inline(always)]
pub(crate) const fn probe_depth(depth: u32) -> u32 {
    depth / 4 * 2 + depth % 2
}

/// The fitted model: the logarithm of the spread in discs is linear in each of these.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct CutModel {
    /// Middle game: a constant, empty squares, depth of the shallow search, depth of the deep one.
    pub middle: [f32; 4],
    /// Exact scores: a constant, empty squares, depth of the shallow search.
    pub end: [f32; 3],
}

impl CutModel {
    /// The spread in discs between searches of `shallow` and `deep` plies.
    #[must_use]
    pub fn middle_spread(&self, empties: u32, shallow: u32, deep: u32) -> f32 {
        let [constant, by_empties, by_shallow, by_deep] = self.middle;
        (constant + by_empties * empties as f32 + by_shallow * shallow as f32 + by_deep * deep as f32).exp()
    }

    /// The spread in discs between a search of `shallow` plies and the exact score.
    #[must_use]
    pub fn end_spread(&self, empties: u32, shallow: u32) -> f32 {
        let [constant, by_empties, by_shallow] = self.end;
        (constant + by_empties * empties as f32 + by_shallow * shallow as f32).exp()
    }
}

/// No search is deeper.
const DEPTHS: usize = 64;

/// The model as a table, in units.
pub(crate) struct Cuts {
    middle: Box<[[f32; DEPTHS]; DEPTHS]>,
    end: [f32; DEPTHS],
}

impl Cuts {
    pub(super) fn new(model: &CutModel) -> Self {
        let mut middle = Box::new([[0.0; DEPTHS]; DEPTHS]);
        let mut end = [0.0; DEPTHS];
        for empties in 0..DEPTHS as u32 {
            for deep in 0..DEPTHS as u32 {
                let spread = model.middle_spread(empties, probe_depth(deep), deep);
                middle[empties as usize][deep as usize] = spread * UNIT as f32;
            }
            end[empties as usize] = model.end_spread(empties, probe_depth(empties)) * UNIT as f32;
        }
        Self { middle, end }
    }

    /// The spread in units between a search of `depth` plies, which may be all that are left, and its shallow stand-in.
    #[inline(always)]
    pub(crate) fn spread(&self, empties: u32, depth: u32) -> f32 {
        let empties = empties as usize % DEPTHS;
        if depth as usize >= empties {
            self.end[empties]
        } else {
            self.middle[empties][depth as usize % DEPTHS]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stand_ins_are_shallower_and_as_even() {
        for depth in 2..60 {
            let probe = probe_depth(depth);
            assert!(probe < depth && probe % 2 == depth % 2, "{depth}");
            assert!(2 * probe <= depth + 2, "{depth}");
        }
    }

    #[test]
    fn tables_hold_what_the_model_says() {
        let model = CutModel {
            middle: [0.5, 0.01, -0.05, 0.06],
            end: [0.8, 0.03, -0.04],
        };
        let cuts = Cuts::new(&model);
        let expected = UNIT as f32 * (0.5_f32 + 0.01 * 30.0 - 0.05 * 4.0 + 0.06 * 8.0).exp();
        assert!((cuts.spread(30, 8) - expected).abs() < 1e-3);
        let expected = UNIT as f32 * (0.8_f32 + 0.03 * 20.0 - 0.04 * 10.0).exp();
        assert!((cuts.spread(20, 20) - expected).abs() < 1e-3);
    }
}
