//! Model files (safetensors).

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| damero_fuzz::model(data));
