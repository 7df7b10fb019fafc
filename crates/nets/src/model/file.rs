//! Models as bytes and as files.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use damero_games::Encode;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use sha2::{Digest, Sha256};

use super::Model;
use super::card::Card;
use super::error::ModelError;
use super::weights::Weights;
use crate::describe::{Network, Parameter};

/// The key of the card in the metadata.
const KEY: &str = "damero";

impl Model {
    /// Reads a model from the bytes of a file.
    ///
    /// # Errors
    /// If anything about it is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(|e| format_error(&e))?;
        let metadata = header.metadata().as_ref();
        let card = metadata.and_then(|all| all.get(KEY)).ok_or(ModelError::NoCard)?;
        let mut card: Card = serde_json::from_str(card).map_err(|e| ModelError::Card(e.to_string()))?;
        let network = Network::new(card.architecture.clone())?;
        let file = SafeTensors::deserialize(bytes).map_err(|e| format_error(&e))?;
        let mut names = file.names();
        names.sort_unstable();
        let belongs = |name: &str| network.parameters().iter().any(|one| one.name == name);
        if let Some(extra) = names.iter().find(|name| !belongs(name)) {
            return Err(ModelError::Extra((*extra).to_owned()));
        }
        let read = |one| read_tensor(&file, one);
        let tensors = network.parameters().iter().map(read).collect::<Result<_, _>>()?;
        let weights = Weights::new(&network, tensors)?;
        if card.checksum.take().is_some_and(|sum| sum != checksum(&weights)) {
            return Err(ModelError::Checksum);
        }
        Ok(Self {
            network,
            weights,
            card,
        })
    }

    /// The bytes of its file: the same for the same model.
    ///
    /// # Panics
    /// Never: all that is written was checked before.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut card = self.card.clone();
        card.checksum = Some(checksum(&self.weights));
        let card = serde_json::to_string(&card).expect("a card is plain data");
        let data: Vec<Vec<u8>> = self.weights.tensors().iter().map(|one| bytes_of(one)).collect();
        let tensors = std::iter::zip(self.network.parameters(), &data).map(|(one, data)| {
            let view = TensorView::new(Dtype::F32, one.shape.clone(), data);
            (&one.name, view.expect("the size was checked"))
        });
        let metadata = HashMap::from([(KEY.to_owned(), card)]);
        safetensors::serialize(tensors, Some(metadata)).expect("names and sizes were checked")
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or anything about it is wrong; the sentence names the file.
    pub fn load(path: &Path) -> Result<Self, ModelError> {
        let bytes = fs::read(path).map_err(|e| file_error(path, &e))?;
        Self::from_bytes(&bytes).map_err(|cause| inside(path, cause))
    }

    /// Reads a file that must be for `G` under `rules`.
    ///
    /// # Errors
    /// As [`load`](Self::load) and [`check_for`](Self::check_for); the sentence names the file.
    pub fn load_for<G: Encode>(path: &Path, rules: &G::Rules) -> Result<Self, ModelError> {
        let model = Self::load(path)?;
        model.check_for::<G>(rules).map_err(|cause| inside(path, cause))?;
        Ok(model)
    }

    /// Writes a file: whoever reads the path sees the old file or the whole new one, even if the program ends in
    /// between.
    ///
    /// # Errors
    /// If the folder cannot be written to; the old file is left as it was.
    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let temporary = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
        let write = || {
            let mut file = File::create(&temporary)?;
            file.write_all(&self.to_bytes())?;
            file.sync_all()?;
            fs::rename(&temporary, path)
        };
        write().map_err(|e| {
            // The first error is the one to tell; that the leftover cannot be removed either adds nothing.
            let _ = fs::remove_file(&temporary);
            file_error(path, &e)
        })
    }
}

fn read_tensor(file: &SafeTensors<'_>, parameter: &Parameter) -> Result<Vec<f32>, ModelError> {
    let name = || parameter.name.clone();
    let tensor = file
        .tensor(&parameter.name)
        .map_err(|_| ModelError::Missing(name()))?;
    if tensor.dtype() != Dtype::F32 {
        let found = format!("{:?}", tensor.dtype());
        return Err(ModelError::Type {
            tensor: name(),
            found,
        });
    }
    if tensor.shape() != parameter.shape {
        return Err(ModelError::Shape {
            tensor: name(),
            found: tensor.shape().to_vec(),
            expected: parameter.shape.clone(),
        });
    }
    let numbers = tensor.data().as_chunks::<4>().0;
    Ok(numbers.iter().map(|&number| f32::from_le_bytes(number)).collect())
}

fn bytes_of(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn checksum(weights: &Weights) -> String {
    let mut hash = Sha256::new();
    for tensor in weights.tensors() {
        hash.update(bytes_of(tensor));
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn format_error(error: &safetensors::SafeTensorError) -> ModelError {
    ModelError::Format(error.to_string())
}

fn file_error(path: &Path, error: &std::io::Error) -> ModelError {
    ModelError::File {
        path: path.to_owned(),
        cause: error.to_string(),
    }
}

fn inside(path: &Path, cause: ModelError) -> ModelError {
    ModelError::Inside {
        path: path.to_owned(),
        cause: Box::new(cause),
    }
}
