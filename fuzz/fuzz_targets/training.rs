//! Training configurations.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| damero_fuzz::training(data));
