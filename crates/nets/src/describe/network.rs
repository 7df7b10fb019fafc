//! A description that has been checked: every reference resolved, every shape known, every parameter listed.

use std::collections::{HashMap, HashSet};

use damero_games::{Text, text};

use super::error::DescriptionError;
use super::graph::{Description, LEGAL, Op};
use super::parameters::{self, Parameter};
use super::shapes;

/// A tensor of a network: the inputs are `0..inputs`, the answers of the steps follow in order.
pub type ValueId = usize;

/// One operation of a checked network.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The name of the node.
    pub name: String,
    /// What it does.
    pub op: Op,
    /// What it reads.
    pub from: Vec<ValueId>,
    /// The shape of its answer, without the batch.
    pub shape: Vec<usize>,
    /// Where its parameters are in [`Network::parameters`].
    pub parameters: std::ops::Range<usize>,
}

/// A description whose every shape fits.
///
/// ```
/// use damero_nets::{Description, Network};
/// let text = r#"{
///     "name": "tiny", "encoding": "planes",
///     "inputs": [{"name": "board", "shape": [3, 8, 8]}],
///     "nodes": [
///         {"name": "flat", "op": "flatten", "from": ["board"]},
///         {"name": "fc", "op": "linear", "out": 65, "bias": true, "from": ["flat"]}
///     ],
///     "outputs": [{"name": "policy", "from": "fc"}]
/// }"#;
/// let description: Description = serde_json::from_str(text)?;
/// let network = Network::new(description)?;
/// assert_eq!(network.trainable(), 192 * 65 + 65);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    description: Description,
    steps: Vec<Step>,
    parameters: Vec<Parameter>,
    outputs: Vec<ValueId>,
}

impl Network {
    /// Checks a description.
    ///
    /// # Errors
    /// A wrong reference, shape or setting is refused with the name of the node.
    pub fn new(description: Description) -> Result<Self, DescriptionError> {
        let mut ids = HashMap::new();
        let mut shapes: Vec<Vec<usize>> = Vec::new();
        for input in &description.inputs {
            take_name(&mut ids, &input.name, shapes.len())?;
            check_size(&input.name, &input.shape)?;
            shapes.push(input.shape.clone());
        }
        let mut steps = Vec::with_capacity(description.nodes.len());
        let mut parameters: Vec<Parameter> = Vec::new();
        for node in &description.nodes {
            let from = node
                .from
                .iter()
                .map(|name| find(&ids, &node.name, name))
                .collect::<Result<Vec<_>, _>>()?;
            let read: Vec<&[usize]> = from.iter().map(|&id| &*shapes[id]).collect();
            let shape = shapes::after(&node.op, &read)
                .map_err(|problem| DescriptionError::new(&node.name, problem))?;
            check_size(&node.name, &shape)?;
            let own = parameters::of(node, read[0]);
            for parameter in &own {
                check_size(&parameter.name, &parameter.shape)?;
            }
            let start = parameters.len();
            parameters.extend(own);
            take_name(&mut ids, &node.name, shapes.len())?;
            shapes.push(shape.clone());
            steps.push(Step {
                name: node.name.clone(),
                op: node.op.clone(),
                from,
                shape,
                parameters: start..parameters.len(),
            });
        }
        let mut names = HashSet::new();
        if let Some(twice) = parameters.iter().find(|one| !names.insert(&one.name)) {
            return Err(DescriptionError::new(&twice.name, taken()));
        }
        if description.outputs.is_empty() {
            let problem = Text::new("the network answers nothing", "la red no responde nada");
            return Err(DescriptionError::new("", problem));
        }
        let mut outputs = Vec::new();
        let mut names = HashSet::new();
        for output in &description.outputs {
            if !names.insert(&output.name) {
                return Err(DescriptionError::new(&output.name, taken()));
            }
            outputs.push(find(&ids, &output.name, &output.from)?);
        }
        Ok(Self {
            description,
            steps,
            parameters,
            outputs,
        })
    }

    /// The description.
    #[must_use]
    pub const fn description(&self) -> &Description {
        &self.description
    }

    /// The operations in the order of computation.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// All weights, in the order of the steps.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The shape of an input or of the answer of a step.
    ///
    /// # Panics
    /// If there is no such tensor.
    #[must_use]
    pub fn shape(&self, id: ValueId) -> &[usize] {
        let inputs = &self.description.inputs;
        match id.checked_sub(inputs.len()) {
            None => &inputs[id].shape,
            Some(step) => &self.steps[step].shape,
        }
    }

    /// The outputs, by name, in order.
    pub fn outputs(&self) -> impl Iterator<Item = (&str, ValueId)> {
        let names = self.description.outputs.iter().map(|output| &*output.name);
        names.zip(self.outputs.iter().copied())
    }

    /// The output of that name, and how many numbers it has.
    #[must_use]
    pub fn output(&self, name: &str) -> Option<(ValueId, usize)> {
        let (_, id) = self.outputs().find(|&(found, _)| found == name)?;
        Some((id, self.shape(id).iter().product()))
    }

    /// The same network and weights, of which only these outputs are asked for: a plan computes no others.
    #[must_use]
    pub fn answering(&self, wanted: &[&str]) -> Self {
        let mut kept = self.clone();
        let is_wanted = |name: &String| wanted.contains(&name.as_str());
        let pairs = self.description.outputs.iter().zip(&self.outputs);
        (kept.description.outputs, kept.outputs) = pairs
            .filter(|(output, _)| is_wanted(&output.name))
            .map(|(output, &id)| (output.clone(), id))
            .unzip();
        kept
    }

    /// Which tensors an output depends on.
    pub(crate) fn needed(&self) -> Vec<bool> {
        let inputs = self.description.inputs.len();
        let mut needed = vec![false; inputs + self.steps.len()];
        for &output in &self.outputs {
            needed[output] = true;
        }
        for (i, step) in self.steps.iter().enumerate().rev() {
            if needed[inputs + i] {
                for &from in &step.from {
                    needed[from] = true;
                }
            }
        }
        needed
    }

    /// How many numbers all inputs hold, [`LEGAL`] included: the length of a row of input.
    #[must_use]
    pub fn input_len(&self) -> usize {
        let inputs = self.description.inputs.iter();
        inputs.map(|input| input.shape.iter().product::<usize>()).sum()
    }

    /// Whether it asks for the legal actions.
    #[must_use]
    pub fn reads_legal(&self) -> bool {
        self.description.inputs.iter().any(|input| input.name == LEGAL)
    }

    /// How many numbers gradients change: what people call the number of parameters.
    #[must_use]
    pub fn trainable(&self) -> usize {
        let trainable = self.parameters.iter().filter(|one| one.trainable);
        trainable.map(Parameter::len).sum()
    }

    /// How many numbers a file holds: with the running statistics.
    #[must_use]
    pub fn stored(&self) -> usize {
        self.parameters.iter().map(Parameter::len).sum()
    }
}

fn take_name(ids: &mut HashMap<String, ValueId>, name: &str, id: ValueId) -> Result<(), DescriptionError> {
    if name.is_empty() {
        let problem = Text::new("something without a name", "algo sin nombre");
        return Err(DescriptionError::new("", problem));
    }
    match ids.insert(name.to_owned(), id) {
        None => Ok(()),
        Some(_) => Err(DescriptionError::new(name, taken())),
    }
}

const fn taken() -> Text {
    Text::new("the name occurs twice", "el nombre aparece dos veces")
}

fn find(ids: &HashMap<String, ValueId>, at: &str, name: &str) -> Result<ValueId, DescriptionError> {
    ids.get(name).copied().ok_or_else(|| {
        let problem = text!(
            "reads `{name}`, which is neither an input nor an earlier node",
            "lee `{name}`, que no es ni una entrada ni un nodo anterior"
        );
        DescriptionError::new(at, problem)
    })
}

fn check_size(at: &str, shape: &[usize]) -> Result<(), DescriptionError> {
    if shapes::size(shape).is_some() {
        return Ok(());
    }
    let most = shapes::MOST;
    let problem = text!(
        "the shape {shape:?}; expected between 1 and {most} numbers",
        "la forma {shape:?}; se esperaban entre 1 y {most} números"
    );
    Err(DescriptionError::new(at, problem))
}
