//! How sure a selective cut must be.

/// How likely a selective search is to keep what a full one would find at each cut; larger is surer and slower.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Selectivity(u8);

impl Selectivity {
    /// The fastest: cuts that are right nearly three times in four on both sides.
    pub(super) const FASTEST: Self = Self(0);

    /// Full width: nothing is cut.
    pub(super) const FULL: Self = Self(5);

    /// All of them, the fastest first.
    #[cfg(test)]
    pub(super) const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// How many spreads a shallow search must be beyond the window: 73, 87, 95, 98 and 99 % of a normal
    /// distribution lie within.
    #[inline(always)]
    pub(super) const fn threshold(self) -> f32 {
        match self.0 {
            0 => 1.1,
            1 => 1.5,
            2 => 2.0,
            3 => 2.35,
            4 => 2.6,
            _ => f32::INFINITY,
        }
    }

    /// The next surer one.
    pub(super) const fn next(self) -> Option<Self> {
        if self.is_full() {
            None
        } else {
            Some(Self(self.0 + 1))
        }
    }

    #[inline(always)]
    pub(super) const fn is_full(self) -> bool {
        self.0 == Self::FULL.0
    }

    #[inline(always)]
    pub(super) const fn to_bits(self) -> u8 {
        self.0
    }

    #[inline(always)]
    pub(super) const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }
}
