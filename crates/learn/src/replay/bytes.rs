//! Values of fixed size as bytes, for the parts of a checkpoint that are no tensors.

use damero_games::{Text, text};

/// Bytes that are not what they should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadBytes(pub Text);

/// A value that is stored in always the same number of bytes.
pub trait Stored: Sized {
    /// How many.
    const SIZE: usize;

    /// Appends them.
    fn store(&self, out: &mut Vec<u8>);

    /// The value that they mean; `None` if they mean nothing. The slice has the right length.
    fn restore(bytes: &[u8]) -> Option<Self>;
}

macro_rules! stored_numbers {
    ($($number:ty),*) => { $(
        impl Stored for $number {
            const SIZE: usize = size_of::<Self>();

            fn store(&self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }

            fn restore(bytes: &[u8]) -> Option<Self> {
                Some(Self::from_le_bytes(bytes.try_into().ok()?))
            }
        }
    )* };
}

stored_numbers!(u8, i8, u16, u32, u64, f32, f64);

/// Reads values one after the other.
#[derive(Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// From the beginning.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The next value.
    ///
    /// # Errors
    /// If too few bytes are left, or if they mean nothing.
    pub fn read<T: Stored>(&mut self) -> Result<T, BadBytes> {
        let next = self.bytes.get(self.at..self.at + T::SIZE);
        let value = next.and_then(T::restore).ok_or_else(|| self.bad())?;
        self.at += T::SIZE;
        Ok(value)
    }

    /// Makes sure that nothing is left.
    ///
    /// # Errors
    /// If something is.
    pub fn end(&self) -> Result<(), BadBytes> {
        if self.at == self.bytes.len() {
            Ok(())
        } else {
            Err(self.bad())
        }
    }

    /// The error that says where the reader is.
    #[must_use]
    pub fn bad(&self) -> BadBytes {
        let (at, len) = (self.at, self.bytes.len());
        BadBytes(text!(
            "the stored experience cannot be read at byte {at} of {len}: it is cut off, damaged or of another version",
            "la experiencia guardada no se puede leer en el byte {at} de {len}: está cortada, dañada o es de otra versión"
        ))
    }
}
