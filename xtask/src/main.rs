//! One door for checks.

fn main() {}
