//! Damero for Python: the module `damero._core`, which the package `damero` (folder `python`) dresses up.
//!
//! Each file holds some classes and a function `register` that adds them to the module. The code here translates and
//! delegates; what it hands out is tested by pytest (`python/tests`).

mod error;
mod game;
mod interrupt;
mod matches;
mod moves;
mod network;
mod player;
mod rewards;
mod rows;
mod runs;
mod search_options;
mod selfplay;
mod state;
mod tree;
mod vector;

use pyo3::prelude::*;

/// The compiled half of the package `damero`.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    game::register(module)?;
    matches::register(module)?;
    moves::register(module)?;
    network::register(module)?;
    player::register(module)?;
    rewards::register(module)?;
    runs::register(module)?;
    selfplay::register(module)?;
    state::register(module)?;
    tree::register(module)?;
    vector::register(module)?;
    // What the package exports is said in its __init__.py.
    module.delattr("__all__")
}
