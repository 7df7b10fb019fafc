//! Lets values that are never needed at the same time share memory, so that what is under way stays near the processor.

use super::instruction::{Instruction, Span, most};
use super::layout::Slot;
use super::program::Program;

/// Bytes of memory for the positions that go through the network together. Few positions would read the weights too
/// often, many would push them out of the caches.
const NEAR: usize = 640 << 10;
/// Beyond this, larger chunks gain nothing.
const MOST: usize = 64;

/// Assigns memory to the slots of a program.
pub(super) fn share(
    slots: &[Slot],
    mut instructions: Vec<Instruction>,
    mut outputs: Vec<(String, Span)>,
) -> Program {
    // The last instruction that touches each slot.
    let mut last = vec![0; slots.len()];
    for (i, instruction) in instructions.iter_mut().enumerate() {
        let (reads, writes) = instruction.slots();
        for slot in reads.into_iter().chain(writes) {
            last[*slot] = i;
        }
    }
    let mut shared: Vec<Slot> = Vec::new();
    let mut free: Vec<bool> = Vec::new();
    let mut names: Vec<Option<usize>> = vec![None; slots.len()];
    let mut name = |slot: usize, free: &mut Vec<bool>| {
        *names[slot].get_or_insert_with(|| {
            let wanted = &slots[slot];
            let found = (0..shared.len()).find(|&i| free[i] && !wanted.whole && shared[i] == *wanted);
            let found = found.unwrap_or_else(|| {
                shared.push(wanted.clone());
                free.push(false);
                shared.len() - 1
            });
            free[found] = false;
            found
        })
    };
    // The input comes first, whoever reads it.
    name(0, &mut free);
    for (i, instruction) in instructions.iter_mut().enumerate() {
        let (reads, writes) = instruction.slots();
        let mut done = Vec::new();
        for slot in reads.into_iter().chain(writes) {
            let old = *slot;
            *slot = name(old, &mut free);
            if last[old] == i && !slots[old].whole {
                done.push(*slot);
            }
        }
        for slot in done {
            free[slot] = true;
        }
    }
    for (_, span) in &mut outputs {
        span.slot = name(span.slot, &mut free);
    }
    let under_way: usize = shared
        .iter()
        .filter(|slot| !slot.whole)
        .map(|slot| slot.len)
        .sum();
    let scratch = instructions.iter().map(Instruction::scratch).fold([0, 0], most);
    let under_way = under_way + scratch[0];
    let chunk = (NEAR / (4 * under_way.max(1))).clamp(1, MOST);
    Program {
        slots: shared,
        instructions,
        outputs,
        chunk,
        scratch,
    }
}
