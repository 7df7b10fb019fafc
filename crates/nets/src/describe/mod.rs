//! The description of a network, in one place: a list of named inputs, nodes in the order of computation, and named
//! outputs.
//!
//! A [`Description`] is what files carry and may be wrong in any way; a [`Network`] is a description whose every shape
//! has been checked, and from which the parameters follow. Whatever trains or runs a network walks through
//! [`Network::steps`].

mod builder;
mod error;
mod graph;
mod network;
mod parameters;
mod shapes;

pub use self::builder::Builder;
pub use self::error::DescriptionError;
pub use self::graph::{Description, Input, LEGAL, Node, Op, Output};
pub use self::network::{Network, Step, ValueId};
pub use self::parameters::{Init, Parameter};
