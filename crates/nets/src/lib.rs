//! Networks that think: their descriptions, their weights as safetensors, and fast inference on one core.
//!
//! A network is described once; training (in `damero-learn`) and inference (here) both follow that description. No
//! training framework is known here.
//!
//! ```
//! use damero_games::quarto::Quarto;
//! use damero_nets::Architecture;
//! let network = Architecture::QuartoCnn.describe::<Quarto>(None)?;
//! assert_eq!(network.trainable(), 77_168);
//! assert_eq!(network.parameters()[0].name, "fc_in_piece.weight");
//! # Ok::<(), damero_nets::DescriptionError>(())
//! ```

mod architecture;
mod describe;
mod evaluator;
mod kernels;
mod model;
mod plan;
mod precision;
mod shipped;
mod train;

pub use self::architecture::{Architecture, Auxiliary, Heads};
pub use self::describe::{
    Builder, Description, DescriptionError, Init, Input, LEGAL, Network, Node, Op, Output, Parameter, Step,
    ValueId,
};
pub use self::evaluator::{NetEvaluator, QValues};
pub use self::kernels::Kernels;
pub use self::model::{Card, Model, ModelError, Weights};
pub use self::plan::Plan;
pub use self::precision::Precision;
pub use self::shipped::{shipped, shipped_games};
pub use self::train::{AdamW, AdamWConfig, Parameters, TrainingPlan};
