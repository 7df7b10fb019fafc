//! Moves and chance events of every game, in a position.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| damero_fuzz::event(data));
