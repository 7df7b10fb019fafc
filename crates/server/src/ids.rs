//! Opaque names: of people, rooms and sessions. All come from the system's random source, so none can be guessed.

use sha2::{Digest as _, Sha256};

/// Letters and digits that nobody confuses: no 0/o, 1/l/i, no vowels that make words.
const ALPHABET: &[u8; 32] = b"23456789bcdfghjkmnpqrstvwxyzBCDF";

/// The random source of the system does not answer; nothing safe can be done without it.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the system gives no random numbers")]
pub(crate) struct NoRandomness;

/// Random bytes.
pub(crate) fn random_bytes<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// A random seed.
pub(crate) fn random_seed() -> Result<u64, NoRandomness> {
    Ok(u64::from_le_bytes(random_bytes()?))
}

fn word<const N: usize>() -> Result<String, NoRandomness> {
    let bytes = random_bytes::<N>()?;
    Ok(bytes
        .iter()
        .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
        .collect())
}

/// The id of a person: 80 bits.
pub(crate) fn person() -> Result<String, NoRandomness> {
    word::<16>()
}

/// The id of a room, short enough to be read out: 50 bits.
pub(crate) fn room() -> Result<String, NoRandomness> {
    word::<10>()
}

/// The id of a session: 256 bits in hexadecimal.
pub(crate) fn session() -> Result<String, NoRandomness> {
    Ok(hex(&random_bytes::<32>()?))
}

/// The name of a request in the log; nothing depends on it.
pub(crate) fn request() -> String {
    word::<8>().unwrap_or_default()
}

/// What the store keeps instead of a session's id.
pub(crate) fn hashed(session: &str) -> String {
    digest(session.as_bytes())
}

/// A name for these bytes and no others: SHA-256 in hexadecimal.
pub(crate) fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
