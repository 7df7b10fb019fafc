//! The observations of many games as numpy has them: numbers, bytes or bits.

use damero_games::Encoding;
use numpy::ndarray::{Dimension, IxDyn};
use numpy::{Element, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;

use crate::error::refused;
use crate::game::{Game, shape};

fn zeros<T: Element>(py: Python<'_>, dimensions: &[usize]) -> Py<PyArrayDyn<T>> {
    PyArrayDyn::zeros(py, IxDyn(dimensions), false).unbind()
}

/// The observations as numpy has them.
pub(super) enum Seen {
    /// As they are written.
    Floats(Py<PyArrayDyn<f32>>),
    /// A byte for each number, which is 0 or 1.
    Bytes(Py<PyArrayDyn<u8>>),
    /// A bit for each number, the lowest bit of a byte first.
    Bits(Py<PyArrayDyn<u8>>),
}

impl Seen {
    /// An array of the kind that `dtype` names.
    pub(super) fn new(
        py: Python<'_>,
        game: &Game,
        encoding: &Encoding,
        dtype: &str,
        num_envs: usize,
    ) -> PyResult<Self> {
        let mut dimensions = vec![num_envs];
        dimensions.extend_from_slice(shape(encoding).slice());
        match dtype {
            "float32" => Ok(Self::Floats(zeros(py, &dimensions))),
            "uint8" | "bits" if !encoding.binary => Err(refused(format!(
                "{dtype} holds 0 and 1 only, and the encoding {:?} of {} has other numbers",
                encoding.name, game.id
            ))),
            "uint8" => Ok(Self::Bytes(zeros(py, &dimensions))),
            "bits" => Ok(Self::Bits(zeros(py, &[num_envs, encoding.len().div_ceil(8)]))),
            _ => Err(refused(format!("dtype is float32, uint8 or bits, not {dtype:?}"))),
        }
    }

    /// The array.
    pub(super) fn array<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match self {
            Self::Floats(array) => array.bind(py).clone().into_any(),
            Self::Bytes(array) | Self::Bits(array) => array.bind(py).clone().into_any(),
        }
    }

    /// Hands on what was written, if the array is not what was written to.
    pub(super) fn pack(&self, py: Python<'_>, numbers: &[f32], num_envs: usize) -> PyResult<()> {
        let (array, bits) = match self {
            Self::Floats(_) => return Ok(()),
            Self::Bytes(array) => (array, false),
            Self::Bits(array) => (array, true),
        };
        let mut array = array.bind(py).try_readwrite().map_err(refused)?;
        let bytes = array.as_slice_mut().map_err(refused)?;
        if !bits {
            for (byte, &number) in bytes.iter_mut().zip(numbers) {
                *byte = u8::from(number > 0.5);
            }
            return Ok(());
        }
        let (row, length) = (bytes.len() / num_envs, numbers.len() / num_envs);
        for (bytes, numbers) in bytes.chunks_exact_mut(row).zip(numbers.chunks_exact(length)) {
            for (byte, eight) in bytes.iter_mut().zip(numbers.chunks(8)) {
                let bit = |(place, &number): (usize, &f32)| u8::from(number > 0.5) << place;
                *byte = eight.iter().enumerate().map(bit).sum();
            }
        }
        Ok(())
    }
}
