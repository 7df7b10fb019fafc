//! The second factor: codes of six digits that an authenticator computes from a secret and the time (RFC 6238, with SHA-1 and
//! steps of 30 seconds, as all authenticators can).

use data_encoding::BASE32_NOPAD;
use sha1::{Digest as _, Sha1};

use crate::ids::{NoRandomness, random_bytes};

/// Seconds that a code lasts.
const STEP: u64 = 30;

/// Codes have so many digits.
const DIGITS: usize = 6;

/// Codes of so many steps before and after count too, as clocks differ.
const SKEW: u64 = 1;

/// Bytes of a secret, as many as the hash has.
const SECRET: usize = 20;

/// A block of SHA-1.
const BLOCK: usize = 64;

/// A new secret, in the letters that authenticators read.
pub(crate) fn new_secret() -> Result<String, NoRandomness> {
    Ok(BASE32_NOPAD.encode(&random_bytes::<SECRET>()?))
}

/// A link that authenticators open.
pub(crate) fn uri(name: &str, secret: &str) -> String {
    format!("otpauth://totp/Damero:{name}?secret={secret}&issuer=Damero")
}

/// Whether it is the text of a secret.
pub(crate) fn is_secret(secret: &str) -> bool {
    key(secret).is_some_and(|key| key.len() == SECRET)
}

/// Whether it has the form of a code.
pub(crate) fn is_code(code: &str) -> bool {
    code.len() == DIGITS && code.bytes().all(|byte| byte.is_ascii_digit())
}

/// The step of time whose code this is, of those around a moment in seconds since 1970.
pub(crate) fn step_of(secret: &str, code: &str, now: u64) -> Option<i64> {
    let key = key(secret)?;
    let given: u32 = code.parse().ok().filter(|_| is_code(code))?;
    let step = now / STEP;
    let mut near = step.saturating_sub(SKEW)..=step + SKEW;
    let found = near.find(|&step| code_at(&key, step) == given)?;
    i64::try_from(found).ok()
}

/// What an authenticator shows at a moment in seconds since 1970; `None` for what is no secret.
pub(crate) fn shown_at(secret: &str, now: u64) -> Option<String> {
    Some(format!("{:06}", code_at(&key(secret)?, now / STEP)))
}

fn key(secret: &str) -> Option<Vec<u8>> {
    BASE32_NOPAD.decode(secret.as_bytes()).ok()
}

/// The code of a step (RFC 4226, section 5.3).
fn code_at(key: &[u8], step: u64) -> u32 {
    let hash = hmac(key, &step.to_be_bytes());
    let at = usize::from(hash[hash.len() - 1] & 0xf);
    let mut word = [0; 4];
    word.copy_from_slice(&hash[at..at + 4]);
    (u32::from_be_bytes(word) & 0x7fff_ffff) % 10_u32.pow(DIGITS as u32)
}

/// HMAC (RFC 2104) with SHA-1 for keys of at most a block.
fn hmac(key: &[u8], message: &[u8]) -> [u8; SECRET] {
    let padded = |pad: u8| {
        let mut block = [pad; BLOCK];
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        block
    };
    let inner = Sha1::new()
        .chain_update(padded(0x36))
        .chain_update(message)
        .finalize();
    Sha1::new()
        .chain_update(padded(0x5c))
        .chain_update(inner)
        .finalize()
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables of RFC 6238, appendix B (the last six of its eight digits), and of RFC 4226, appendix D.
    #[test]
    fn codes_are_those_of_the_standard() {
        let key = b"12345678901234567890";
        for (seconds, code) in [
            (59, 287_082),
            (1_111_111_109, 81_804),
            (1_111_111_111, 50_471),
            (1_234_567_890, 5_924),
            (2_000_000_000, 279_037),
            (20_000_000_000, 353_130),
        ] {
            assert_eq!(code_at(key, seconds / STEP), code, "at {seconds}");
        }
        let counted: Vec<u32> = (0..5).map(|count| code_at(key, count)).collect();
        assert_eq!(counted, [755_224, 287_082, 359_152, 969_429, 338_314]);
    }

    #[test]
    fn a_code_counts_for_the_steps_around_it() {
        let secret = BASE32_NOPAD.encode(b"12345678901234567890");
        for (now, step) in [(29, Some(1)), (59, Some(1)), (89, Some(1)), (90, None)] {
            assert_eq!(step_of(&secret, "287082", now), step, "at {now}");
        }
        for wrong in ["", "28708", "2870820", "+28708", "287083", "２87082"] {
            assert_eq!(step_of(&secret, wrong, 59), None, "{wrong}");
        }
        assert_eq!(step_of("no secret", "287082", 59), None);
    }

    #[test]
    fn secrets_are_read_back() {
        let secret = new_secret().expect("random numbers");
        assert!(is_secret(&secret) && secret.len() == 32, "{secret}");
        assert!(uri("Ana", &secret).contains(&secret));
        for wrong in ["", "ABCDEFGH", "abcdefghijklmnopqrstuvwxyz234567"] {
            assert!(!is_secret(wrong), "{wrong}");
        }
    }
}
