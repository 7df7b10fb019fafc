//! Networks that think: their descriptions, their weights as safetensors, and fast inference on one core.
//!
//! A network is described once; training (in `damero-learn`) and inference (here) both follow that description. No
//! training framework is known here.
