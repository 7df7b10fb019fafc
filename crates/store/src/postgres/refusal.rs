//! Why PostgreSQL did not let us in, in words that say what to do about it. Passwords never appear in them.

use std::fmt;
use std::io::ErrorKind;
use std::str::FromStr as _;

use sqlx::postgres::PgConnectOptions;

use crate::error::StoreError;

/// Which database, without secrets.
#[derive(Clone, Debug)]
pub(super) struct DatabaseName {
    host: String,
    port: u16,
    database: String,
    user: String,
    /// Whether it is reached by a socket in a folder.
    socket: bool,
}

impl DatabaseName {
    /// Reads an address.
    pub(super) fn parse(address: &str) -> Result<PgConnectOptions, StoreError> {
        let known = ["postgres://", "postgresql://"];
        if !known.iter().any(|scheme| address.starts_with(scheme)) {
            return Err(StoreError::Address(
                "it must begin with postgres://, such as postgres://user@host/database".to_owned(),
            ));
        }
        PgConnectOptions::from_str(address).map_err(|error| StoreError::Address(error.to_string()))
    }

    pub(super) fn of(options: &PgConnectOptions) -> Self {
        Self {
            host: options.get_host().to_owned(),
            port: options.get_port(),
            database: options
                .get_database()
                .unwrap_or_else(|| options.get_username())
                .to_owned(),
            user: options.get_username().to_owned(),
            socket: options.get_socket().is_some(),
        }
    }

    /// The failure of an opening, in better words where we have them.
    pub(super) fn explain(&self, error: StoreError) -> StoreError {
        let StoreError::Engine(error) = error else {
            return error;
        };
        let at = self.to_string();
        let code = error
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code);
        let code = code.map(std::borrow::Cow::into_owned);
        match (code.as_deref(), error) {
            // invalid_password, invalid_authorization_specification
            (Some("28P01" | "28000"), _) => StoreError::Denied {
                at,
                user: self.user.clone(),
            },
            // invalid_catalog_name
            (Some("3D000"), _) => StoreError::NoDatabase { at },
            // insufficient_privilege
            (Some("42501"), error) => StoreError::NotAllowed {
                at,
                user: self.user.clone(),
                cause: error.to_string(),
            },
            (None, sqlx::Error::Tls(cause)) => StoreError::Untrusted {
                at,
                cause: cause.to_string(),
            },
            // A certificate that is not trusted is bad data to whoever reads the connection.
            // Over a network no file is looked for but that of the authority.
            (None, sqlx::Error::Io(cause))
                if cause.kind() == ErrorKind::InvalidData
                    || (cause.kind() == ErrorKind::NotFound && !self.socket) =>
            {
                StoreError::Untrusted {
                    at,
                    cause: cause.to_string(),
                }
            }
            (None, sqlx::Error::Io(cause)) => StoreError::Unreachable {
                at,
                cause: cause.to_string(),
            },
            // cannot_connect_now: it is starting or stopping
            (Some("57P03"), error) | (None, error @ sqlx::Error::PoolTimedOut) => StoreError::Unreachable {
                at,
                cause: error.to_string(),
            },
            (_, error) => StoreError::Engine(error),
        }
    }
}

impl fmt::Display for DatabaseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            host, port, database, ..
        } = self;
        write!(f, "{host}:{port}/{database}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_shown_without_the_password() {
        let options = DatabaseName::parse("postgres://ana:secret@db.example:5433/games").expect("an address");
        let place = DatabaseName::of(&options);
        assert_eq!(place.to_string(), "db.example:5433/games");
        assert!(!format!("{place:?}").contains("secret"));
        for bad in ["", "mysql://x/y", "postgres", "postgres://host:notaport/x"] {
            let refused = DatabaseName::parse(bad);
            assert!(matches!(refused, Err(StoreError::Address(_))), "{bad}");
        }
    }
}
