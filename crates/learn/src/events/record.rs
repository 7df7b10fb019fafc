//! Records: the length, the bytes, and a masked CRC-32C of either, so that a reader knows where a killed writer stopped.

use std::io::{self, ErrorKind};

/// A record around `bytes`.
pub(super) fn frame(bytes: &[u8]) -> Vec<u8> {
    let length = (bytes.len() as u64).to_le_bytes();
    let mut framed = Vec::with_capacity(bytes.len() + 16);
    framed.extend(length);
    framed.extend(masked(&length).to_le_bytes());
    framed.extend(bytes);
    framed.extend(masked(bytes).to_le_bytes());
    framed
}

/// The checksum as the format stores it: turned and shifted, so that a checksum of checksums means something.
fn masked(bytes: &[u8]) -> u32 {
    crc32c::crc32c(bytes).rotate_right(15).wrapping_add(0xa282_ead8)
}

/// Splits a file into its records; half of one at the end is left out.
///
/// # Errors
/// If a checksum does not fit.
pub fn records(mut file: &[u8]) -> io::Result<Vec<&[u8]>> {
    let damaged = |what| io::Error::new(ErrorKind::InvalidData, what);
    let mut found = Vec::new();
    while let Some((head, rest)) = file.split_first_chunk::<8>() {
        let Some((sum, rest)) = rest.split_first_chunk::<4>() else {
            break;
        };
        if masked(head) != u32::from_le_bytes(*sum) {
            return Err(damaged("the length of a record has another checksum"));
        }
        let length = usize::try_from(u64::from_le_bytes(*head)).unwrap_or(usize::MAX);
        let Some((bytes, rest)) = rest.split_at_checked(length) else {
            break;
        };
        let Some((sum, rest)) = rest.split_first_chunk::<4>() else {
            break;
        };
        if masked(bytes) != u32::from_le_bytes(*sum) {
            return Err(damaged("a record has another checksum"));
        }
        found.push(bytes);
        file = rest;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back_and_damage_is_seen() {
        let texts: [&[u8]; 3] = [b"brain.Event:2", b"", &[7; 300]];
        let file: Vec<u8> = texts.iter().flat_map(|text| frame(text)).collect();
        assert_eq!(records(&file).expect("whole"), texts);
        assert_eq!(records(&file[..file.len() - 1]).expect("cut"), texts[..2]);
        for at in 0..file.len() {
            let mut damaged = file.clone();
            damaged[at] ^= 1;
            assert!(records(&damaged).is_err(), "byte {at}");
        }
    }

    #[test]
    fn the_checksum_is_that_of_the_format() {
        // CRC-32C of nine digits, from its definition; then masked.
        assert_eq!(crc32c::crc32c(b"123456789"), 0xe306_9283);
        assert_eq!(
            masked(b"123456789"),
            0xe306_9283_u32.rotate_right(15).wrapping_add(0xa282_ead8)
        );
    }
}
