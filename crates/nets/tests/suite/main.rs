//! Networks: descriptions, files, inference and gradients, against a naive reading and against `PyTorch`.
//!
//! One program holds all tests, because linking takes longer than compiling them.

mod describe;
mod evaluator;
mod gradients;
mod model;
mod plan;
mod precision;
mod random;
mod reference;
mod torch;
