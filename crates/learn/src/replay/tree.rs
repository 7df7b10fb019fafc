//! Chances of many slots, with their sum kept in a binary tree: changing one and drawing one take a few steps.

/// A binary tree of sums. A node is always exactly the sum of its two children, so the tree depends on the chances
/// alone and not on the order in which they were set.
#[derive(Clone, Debug)]
pub(super) struct SumTree {
    /// The root at 1, the children of `i` at `2i` and `2i + 1`; the second half are the slots.
    nodes: Vec<f64>,
}

impl SumTree {
    pub(super) fn new(slots: usize) -> Self {
        Self {
            nodes: vec![0.0; 2 * slots.next_power_of_two()],
        }
    }

    pub(super) fn total(&self) -> f64 {
        self.nodes[1]
    }

    pub(super) fn get(&self, slot: usize) -> f64 {
        self.nodes[self.nodes.len() / 2 + slot]
    }

    pub(super) fn set(&mut self, slot: usize, chance: f64) {
        let mut node = self.nodes.len() / 2 + slot;
        self.nodes[node] = chance;
        while node > 1 {
            node /= 2;
            self.nodes[node] = self.nodes[2 * node] + self.nodes[2 * node + 1];
        }
    }

    /// The slot that `mark`, between zero and the total, falls into.
    pub(super) fn find(&self, mut mark: f64) -> usize {
        let mut node = 1;
        while 2 * node < self.nodes.len() {
            node *= 2;
            // Rounding may carry the mark past the last chance; an empty right side is never entered.
            if mark >= self.nodes[node] && self.nodes[node + 1] > 0.0 {
                mark -= self.nodes[node];
                node += 1;
            }
        }
        node - self.nodes.len() / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_fall_into_their_slots() {
        let mut tree = SumTree::new(3);
        for (slot, chance) in [(0, 1.0), (1, 0.0), (2, 3.0)] {
            tree.set(slot, chance);
        }
        assert_eq!(tree.total(), 4.0);
        assert_eq!(
            [0.0, 0.99, 1.0, 3.9, 4.0].map(|mark| tree.find(mark)),
            [0, 0, 2, 2, 2]
        );
        tree.set(2, 0.0);
        assert_eq!(tree.find(1.0), 0);
    }
}
