//! Names and passwords, recovery codes and the second factor. Hashing is slow on purpose, so it runs beside the sockets and
//! only a few at a time.

mod common;
pub(crate) mod qr;
pub(crate) mod recovery;
pub(crate) mod totp;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher as _, PasswordVerifier as _};
use axum::http::StatusCode;

use crate::error::ApiError;
use crate::turns::Turns;
use damero_store::lookalike;

/// Passwords hashed at a time: each takes 19 MiB and a core.
const AT_A_TIME: usize = 2;

/// The longest password: long enough for sentences, too short to burn time with.
const LONGEST: usize = 256;

/// Hashes and checks passwords with Argon2id.
#[derive(Clone)]
pub(crate) struct Passwords {
    turns: Turns,
}

impl Passwords {
    pub(crate) fn new() -> Self {
        Self {
            turns: Turns::new(AT_A_TIME),
        }
    }

    /// The hash of a new password of this account, with its salt and parameters.
    pub(crate) async fn hash(&self, name: &str, password: &str) -> Result<String, ApiError> {
        check_password(name, password)?;
        let password = password.to_owned();
        let hashed = self.turns.take(move || {
            let hash = Argon2::default().hash_password(password.as_bytes());
            hash.map(|hash| hash.to_string()).ok()
        });
        hashed.await.flatten().ok_or_else(failed)
    }

    /// Whether a password is right. Without a hash, or with that of no password, it takes as long and is wrong, so that
    /// nobody learns which names exist.
    pub(crate) async fn check(&self, password: &str, hash: Option<&str>) -> Result<bool, ApiError> {
        if password.len() > LONGEST {
            return Ok(false);
        }
        let password = password.to_owned();
        let hash = hash.map(str::to_owned);
        let checked =
            self.turns.take(
                move || match hash.as_deref().map(PasswordHash::new).and_then(Result::ok) {
                    Some(hash) => {
                        let checked = Argon2::default().verify_password(password.as_bytes(), &hash);
                        checked.is_ok()
                    }
                    None => {
                        let _ = Argon2::default().hash_password(password.as_bytes());
                        false
                    }
                },
            );
        checked.await.ok_or_else(failed)
    }
}

fn failed() -> ApiError {
    ApiError::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "internal",
        "the password could not be processed",
        "no se pudo procesar la contraseña",
    )
}

fn check_password(name: &str, password: &str) -> Result<(), ApiError> {
    if !(8..=LONGEST).contains(&password.chars().count()) || password.len() > LONGEST {
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "password-length",
            "a password has from 8 to 256 characters",
            "una contraseña tiene de 8 a 256 caracteres",
        ));
    }
    if common::is_common(password, name) {
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "password-common",
            "this password is among the first that others would try; choose another",
            "esa contraseña es de las primeras que otros probarían; elige otra",
        ));
    }
    Ok(())
}

/// Names that nobody may have, nor anything that looks like them, in both languages.
const RESERVED: [&str; 42] = [
    "admin",
    "administrador",
    "administrator",
    "anonimo",
    "anonymous",
    "ayuda",
    "borrado",
    "computer",
    "damero",
    "deleted",
    "dificil",
    "easy",
    "engine",
    "facil",
    "guest",
    "hard",
    "help",
    "invitado",
    "machine",
    "maquina",
    "max",
    "maximo",
    "medio",
    "medium",
    "mod",
    "moderador",
    "moderator",
    "motor",
    "nadie",
    "neural",
    "nobody",
    "official",
    "operador",
    "operator",
    "ordenador",
    "root",
    "server",
    "servidor",
    "sistema",
    "soporte",
    "support",
    "system",
];

/// How the names of guests begin.
const GUESTS: [&str; 2] = ["Guest-", "Invitado-"];

/// Refuses names that are too short, too long, or could be mistaken.
pub(crate) fn check_name(name: &str) -> Result<(), ApiError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic());
    let looks = lookalike(name);
    if RESERVED.iter().any(|word| looks == lookalike(word))
        || GUESTS.iter().any(|word| looks.starts_with(&lookalike(word)))
    {
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "name-reserved",
            "this name could be taken for the server's own",
            "ese nombre podría confundirse con uno del servidor",
        ));
    }
    if (3..=20).contains(&name.len()) && name.chars().all(plain) && begins {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "name-form",
        "a name has from 3 to 20 letters, digits, hyphens or underscores and begins with a letter",
        "un nombre tiene de 3 a 20 letras, cifras, guiones o guiones bajos y empieza por una letra",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        for good in ["Ana", "bob-1", "a_b", "x2345678901234567890"] {
            assert!(check_name(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "ab",
            "1ana",
            "ana!",
            "año",
            "guest:x",
            "a b c",
            "x23456789012345678901",
            "Admin",
            "adm1n",
            "d-amer0",
            "Guest-abcd",
            "gue5t_",
            "Invitado-abcd",
            "1nvitad0",
            "0perador",
            "Facil",
        ] {
            assert!(check_name(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn passwords_are_hashed_with_salt_and_checked() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            let passwords = Passwords::new();
            let one = passwords.hash("Ana", "correct horse").await.expect("hash");
            let two = passwords.hash("Ana", "correct horse").await.expect("hash");
            assert_ne!(one, two, "salted");
            assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
            assert!(passwords.check("correct horse", Some(&one)).await.expect("check"));
            assert!(!passwords.check("Correct horse", Some(&one)).await.expect("check"));
            assert!(!passwords.check("correct horse", None).await.expect("check"));
            assert!(
                !passwords.check("!", Some("!")).await.expect("check"),
                "a reset password"
            );
            for bad in ["short", "Passw0rd1"] {
                assert!(passwords.hash("Ana", bad).await.is_err(), "{bad}");
            }
        });
    }
}
