//! Networks that learn: self-play, replay and training, in run folders that can be stopped, resumed and looked at.
//!
//! The training framework (burn) is known here and nowhere else; what a trained network plays with is in `damero-nets`.
