//! The one binary of Damero.

fn main() {}
