//! The tests that name a game: worked examples, refusals, and a second, naive reading of each game's rules.
//!
//! One program holds them all, because linking takes longer than compiling them. The tests of every registered game
//! have a harness of their own and stand in `tests/every_game`.

mod azul;
mod azul_naive;
mod azul_play;
mod azul_texts;
mod checkers;
mod checkers_cases;
mod checkers_encode;
mod checkers_env;
mod checkers_errors;
mod checkers_family;
mod checkers_pdn;
mod chessfive;
mod chessfive_numbers;
mod chessfive_text;
mod collections;
mod lessons;
mod naive_azul;
mod naive_checkers;
mod naive_chessfive;
mod naive_quarto;
mod naive_reversi;
mod quarto;
mod quarto_text;
mod quarto_theory;
mod random_play;
mod reversi;
