//! Records of every game: PDN, GGF, the native format and the others.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| damero_fuzz::record(data));
