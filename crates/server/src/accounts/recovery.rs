//! Recovery codes: there is no mail, so whoever forgets a password needs something that was written down. A code has 80 bits,
//! so a plain hash of it tells nobody what it is.

use crate::ids::{self, NoRandomness, random_bytes};

/// Small letters and digits, without those that look like others.
const ALPHABET: &[u8; 32] = b"23456789abcdefghjkmnopqrstuvwxyz";

/// Codes that an account gets.
pub(crate) const COUNT: usize = 8;

/// Letters of a code, and how many stand together.
const LETTERS: usize = 16;
const GROUP: usize = 4;

/// Some new codes: as they are shown once, and as they are kept.
pub(crate) struct NewCodes {
    pub(crate) shown: Vec<String>,
    pub(crate) hashes: Vec<String>,
}

impl NewCodes {
    pub(crate) fn draw(count: usize) -> Result<Self, NoRandomness> {
        let shown: Vec<String> = (0..count).map(|_| code()).collect::<Result<_, _>>()?;
        let hashes = shown.iter().map(|code| hashed(code)).collect();
        Ok(Self { shown, hashes })
    }
}

fn code() -> Result<String, NoRandomness> {
    let bytes = random_bytes::<LETTERS>()?;
    let letters: Vec<char> = bytes
        .iter()
        .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
        .collect();
    let groups: Vec<String> = letters
        .chunks(GROUP)
        .map(|group| group.iter().collect())
        .collect();
    Ok(groups.join("-"))
}

/// What the store keeps of a code. Capitals, spaces and hyphens do not matter.
pub(crate) fn hashed(code: &str) -> String {
    let typed: String = code
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    ids::hashed(&typed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_differ_and_are_read_as_people_type_them() {
        let codes = NewCodes::draw(COUNT).expect("random numbers");
        let mut hashes = codes.hashes.clone();
        hashes.sort();
        hashes.dedup();
        assert_eq!(hashes.len(), COUNT);
        let code = &codes.shown[0];
        assert_eq!(code.len(), LETTERS + LETTERS / GROUP - 1, "{code}");
        let typed = format!(" {} ", code.to_uppercase().replace('-', " "));
        assert_eq!(hashed(&typed), codes.hashes[0]);
    }
}
