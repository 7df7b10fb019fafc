//! Writes descriptions node by node.

use damero_games::{Encode, Encoding, text};

use super::error::DescriptionError;
use super::graph::{Description, Input, LEGAL, Node, Op, Output};
use super::network::Network;

/// A description being written. Every method that adds a node returns its name, for the next ones to read.
#[derive(Clone, Debug)]
pub struct Builder {
    description: Description,
}

impl Builder {
    /// Begins with the tensors of an encoding of `G`; its default one unless another is named.
    ///
    /// # Errors
    /// An unknown encoding is refused with the list of the known ones.
    pub fn new<G: Encode>(name: impl Into<String>, encoding: Option<&str>) -> Result<Self, DescriptionError> {
        let encoding = find_encoding::<G>(encoding)?;
        let inputs = encoding.tensors.iter().map(|tensor| Input {
            name: tensor.name.to_owned(),
            shape: tensor.shape.to_vec(),
        });
        Ok(Self {
            description: Description {
                name: name.into(),
                encoding: encoding.name.to_owned(),
                inputs: inputs.collect(),
                nodes: Vec::new(),
                outputs: Vec::new(),
            },
        })
    }

    /// The inputs so far.
    #[must_use]
    pub fn inputs(&self) -> &[Input] {
        &self.description.inputs
    }

    /// Asks for the legal ones among `actions` actions.
    pub fn legal(&mut self, actions: usize) -> String {
        self.description.inputs.push(Input {
            name: LEGAL.to_owned(),
            shape: vec![actions],
        });
        LEGAL.to_owned()
    }

    /// Adds a node of any kind.
    pub fn node(&mut self, name: impl Into<String>, op: Op, from: &[&str]) -> String {
        let name = name.into();
        self.description.nodes.push(Node {
            name: name.clone(),
            op,
            from: from.iter().map(|&name| name.to_owned()).collect(),
        });
        name
    }

    /// Adds a linear layer with a bias.
    pub fn linear(&mut self, name: impl Into<String>, from: &str, out: usize) -> String {
        self.node(name, Op::Linear { out, bias: true }, &[from])
    }

    /// Adds a convolution with a bias.
    pub fn conv(&mut self, name: impl Into<String>, from: &str, out: usize, kernel: usize) -> String {
        let op = Op::Conv2d {
            out,
            kernel,
            bias: true,
        };
        self.node(name, op, &[from])
    }

    /// Adds a convolution without a bias and a batch normalisation after it.
    pub fn conv_norm(&mut self, conv: &str, norm: &str, from: &str, out: usize, kernel: usize) -> String {
        let op = Op::Conv2d {
            out,
            kernel,
            bias: false,
        };
        let x = self.node(conv, op, &[from]);
        self.node(norm, Op::BatchNorm { eps: 1e-5 }, &[&x])
    }

    /// Adds a rectifier named after what it reads.
    pub fn relu(&mut self, from: &str) -> String {
        self.node(format!("{from}.relu"), Op::Relu, &[from])
    }

    /// Adds a hyperbolic tangent named after what it reads.
    pub fn tanh(&mut self, from: &str) -> String {
        self.node(format!("{from}.tanh"), Op::Tanh, &[from])
    }

    /// Puts everything along one axis.
    pub fn flatten(&mut self, from: &str) -> String {
        self.node(format!("{from}.flat"), Op::Flatten, &[from])
    }

    /// Names an answer.
    pub fn output(&mut self, name: impl Into<String>, from: &str) {
        self.description.outputs.push(Output {
            name: name.into(),
            from: from.to_owned(),
        });
    }

    /// Checks what was written.
    ///
    /// # Errors
    /// As [`Network::new`].
    pub fn finish(self) -> Result<Network, DescriptionError> {
        Network::new(self.description)
    }
}

fn find_encoding<G: Encode>(name: Option<&str>) -> Result<&'static Encoding, DescriptionError> {
    let Some(name) = name else {
        return Ok(&G::ENCODINGS[0]);
    };
    let mut all = G::ENCODINGS.iter();
    all.find(|encoding| encoding.name == name).ok_or_else(|| {
        let game = G::META.id;
        let names: Vec<_> = G::ENCODINGS.iter().map(|encoding| encoding.name).collect();
        let known = names.join(", ");
        let problem = text!(
            "{game} has no encoding {name:?}: there are {known}",
            "{game} no tiene la codificación {name:?}: hay {known}"
        );
        DescriptionError::new("", problem)
    })
}
