//! Every error of the Rust crates as a Python exception with the same sentence. The exceptions themselves are written in
//! Python (`python/damero/errors.py`), where they have docstrings, types and more than one base class.

use std::any::Any;
use std::fmt::Display;

use damero_games::{Illegal, InputError, OptionError};
use pyo3::PyErr;

/// The classes of `damero.errors`.
mod classes {
    pyo3::import_exception!(damero.errors, BusyError);
    pyo3::import_exception!(damero.errors, IllegalMove);
    pyo3::import_exception!(damero.errors, InputError);
    pyo3::import_exception!(damero.errors, InternalError);
}

/// Input that is refused with a sentence: `damero.InputError`.
pub(crate) fn refused(sentence: impl Display) -> PyErr {
    classes::InputError::new_err(sentence.to_string())
}

/// A move that the rules refuse: `damero.IllegalMove`.
pub(crate) fn illegal(error: &Illegal) -> PyErr {
    illegal_with(error.to_string(), error)
}

/// An option that does not exist, or a value that it does not take.
pub(crate) fn option(error: OptionError) -> PyErr {
    refused(error)
}

/// Any refusal of input. Where a refused move is at the bottom of it, the exception is `damero.IllegalMove`.
pub(crate) fn input(error: InputError) -> PyErr {
    fn bottom(error: &InputError) -> Option<&Illegal> {
        match error {
            InputError::Illegal(illegal) => Some(illegal),
            InputError::Inside { cause, .. } => bottom(cause),
            _ => None,
        }
    }
    match bottom(&error) {
        Some(illegal) => illegal_with(error.to_string(), illegal),
        None => refused(error),
    }
}

fn illegal_with(sentence: String, error: &Illegal) -> PyErr {
    classes::IllegalMove::new_err((sentence, error.rule, error.instead.clone()))
}

/// Something that another thread is using right now: `damero.BusyError`.
pub(crate) fn busy(what: &str) -> PyErr {
    classes::BusyError::new_err(format!("{what} is being used by another thread: one at a time"))
}

/// A panic, which is a bug of ours: `damero.InternalError` with its message.
pub(crate) fn panicked(payload: &(dyn Any + Send)) -> PyErr {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let text = text.unwrap_or("no message");
    classes::InternalError::new_err(format!("internal error, please report it: {text}"))
}
