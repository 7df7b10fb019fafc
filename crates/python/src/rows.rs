//! Arrays of Python that come in as rows of numbers. What does not fit is refused with a sentence that says what would.

use damero_games::{Encoding, Text};
use damero_search::mcts::PolicyForm;
use numpy::ndarray::{Array2, ArrayD, IxDyn};
use numpy::{
    PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use crate::error::refused;

/// An array of numbers in single precision with one of these shapes; anything with `__array__` is taken, and copied if it is
/// not contiguous.
pub(crate) fn floats<'py>(
    value: &Bound<'py, PyAny>,
    what: &str,
    shapes: &[&[usize]],
) -> PyResult<PyReadonlyArrayDyn<'py, f32>> {
    let numpy = value.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (value,))?;
    let untyped = array.cast::<PyUntypedArray>()?;
    if !shapes.contains(&untyped.shape()) {
        let wanted: Vec<String> = shapes.iter().map(|shape| format!("{shape:?}")).collect();
        let (found, wanted) = (untyped.shape(), wanted.join(" or "));
        return Err(refused(format!(
            "{what} has the shape {found:?}; expected {wanted}"
        )));
    }
    let Ok(typed) = array.cast::<PyArrayDyn<f32>>() else {
        let found = untyped.dtype();
        return Err(refused(format!("{what} has the dtype {found}; expected float32")));
    };
    if typed.is_c_contiguous() {
        return Ok(typed.readonly());
    }
    let copy = numpy.call_method1("ascontiguousarray", (typed,))?;
    Ok(copy.cast::<PyArrayDyn<f32>>()?.readonly())
}

/// The numbers of an array that [`floats`] returned.
pub(crate) fn slice<'a>(array: &'a PyReadonlyArrayDyn<'_, f32>, what: &str) -> PyResult<&'a [f32]> {
    array
        .as_slice()
        .map_err(|error| refused(format!("{what} cannot be read: {error}")))
}

/// Whether a policy is shares or logits.
pub(crate) const fn form(probabilities: bool) -> PolicyForm {
    if probabilities {
        PolicyForm::Shares
    } else {
        PolicyForm::Logits
    }
}

/// Observations, one after the other, as an array with the shape of the encoding behind the number of rows.
pub(crate) fn observations<'py>(
    py: Python<'py>,
    numbers: Vec<f32>,
    rows: usize,
    encoding: &Encoding,
) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
    let mut shape = vec![rows];
    match encoding.tensors {
        [tensor] => shape.extend(tensor.shape),
        _ => shape.push(encoding.len()),
    }
    let array = ArrayD::from_shape_vec(IxDyn(&shape), numbers);
    let array = array.map_err(|error| refused(format!("the observations have another shape: {error}")))?;
    Ok(PyArrayDyn::from_owned_array(py, array))
}

/// Rows of the same length as an array.
pub(crate) fn table<T: numpy::Element>(
    py: Python<'_>,
    numbers: Vec<T>,
    rows: usize,
    width: usize,
) -> PyResult<Bound<'_, PyArray2<T>>> {
    let array = Array2::from_shape_vec([rows, width], numbers);
    let array = array.map_err(|error| refused(format!("the rows have another shape: {error}")))?;
    Ok(PyArray2::from_owned_array(py, array))
}

/// A sentence in English as an exception.
pub(crate) fn refused_text(text: &Text) -> PyErr {
    refused(&text.en)
}
