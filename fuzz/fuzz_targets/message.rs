//! JSON messages and requests to the server.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| damero_fuzz::message(data));
