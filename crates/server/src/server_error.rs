//! Why a server does not start, and why a command on its data fails, in English and Spanish.

use std::io;

use damero_games::Lang;
use damero_store::StoreError;

use crate::server::{DATABASE, LOCK};

/// Why a server could not be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The address cannot be used.
    #[error("cannot listen on {address}: {cause}")]
    Listen {
        /// The address.
        address: std::net::SocketAddr,
        /// Why not.
        cause: io::Error,
    },
    /// The data folder cannot be used.
    #[error("cannot use the data folder {}: {cause}", path.display())]
    Data {
        /// The folder.
        path: std::path::PathBuf,
        /// Why not.
        cause: io::Error,
    },
    /// Another server has the data folder.
    #[error("another server is using the data folder {}", path.display())]
    InUse {
        /// The folder.
        path: std::path::PathBuf,
    },
    /// Everybody on the machine may change the data folder.
    #[error("everybody on this machine may write to the data folder {}; take that away (chmod o-w) or name another", path.display())]
    OpenToAll {
        /// The folder.
        path: std::path::PathBuf,
    },
    /// There is data that would be lost.
    #[error("there is data in {} already; --force puts it aside", path.display())]
    HasData {
        /// The folder.
        path: std::path::PathBuf,
    },
    /// The data folder was in use, and its database is not there any more.
    #[error(
        "the data folder {} was in use, but its database {DATABASE} is gone; put it back, or remove {LOCK} to begin anew",
        path.display()
    )]
    Gone {
        /// The folder.
        path: std::path::PathBuf,
    },
    /// Something is wrong with the data.
    #[error("the data is damaged: {first}{}", and_more(*more))]
    Damaged {
        /// What was found first.
        first: String,
        /// How much more was found.
        more: usize,
    },
    /// The clock is far from the time at which the data was last in use.
    #[error(
        "the clock of this machine is {days} days {} the last use of the data; set it, or say --clock-is-right",
        if *ahead { "after" } else { "before" }
    )]
    Clock {
        /// By how much.
        days: u64,
        /// Whether the clock is ahead.
        ahead: bool,
    },
    /// The program was built without the driver.
    #[error(
        "this program was built without PostgreSQL; cargo build --release --features postgres builds it in"
    )]
    NoPostgres,
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something of the system failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl ServerError {
    /// The sentence in `lang`.
    #[must_use]
    pub fn message(&self, lang: Lang) -> String {
        match (lang, self) {
            (Lang::En, _) => self.to_string(),
            (Lang::Es, Self::Listen { address, cause }) => {
                format!("no se puede escuchar en {address}: {cause}")
            }
            (Lang::Es, Self::Data { path, cause }) => {
                format!("no se puede usar la carpeta de datos {}: {cause}", path.display())
            }
            (Lang::Es, Self::InUse { path }) => {
                format!("otro servidor está usando la carpeta de datos {}", path.display())
            }
            (Lang::Es, Self::OpenToAll { path }) => format!(
                "cualquiera en este equipo puede escribir en la carpeta de datos {}; quita ese permiso (chmod o-w) o di otra",
                path.display()
            ),
            (Lang::Es, Self::HasData { path }) => {
                format!("ya hay datos en {}; --force los pone a un lado", path.display())
            }
            (Lang::Es, Self::Gone { path }) => format!(
                "la carpeta de datos {} estaba en uso, pero su base de datos {DATABASE} ya no está; devuélvela, o borra {LOCK} para empezar de nuevo",
                path.display()
            ),
            (Lang::Es, Self::Damaged { first, more }) => {
                let more = match more {
                    0 => String::new(),
                    more => format!(" (y {more} más)"),
                };
                format!("los datos están dañados: {first}{more}")
            }
            (Lang::Es, Self::Clock { days, ahead }) => {
                let side = if *ahead { "después" } else { "antes" };
                format!(
                    "el reloj de esta máquina está {days} días {side} del último uso de los datos; ponlo en hora, o di --clock-is-right"
                )
            }
            (Lang::Es, Self::NoPostgres) => {
                "este programa se construyó sin PostgreSQL; cargo build --release --features postgres lo incluye"
                    .to_owned()
            }
            (Lang::Es, Self::Store(cause)) => store_in_spanish(cause),
            (Lang::Es, Self::Io(cause)) => cause.to_string(),
        }
    }
}

fn and_more(more: usize) -> String {
    match more {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    }
}

/// Why a store cannot be opened, in Spanish.
fn store_in_spanish(error: &StoreError) -> String {
    match error {
        StoreError::Newer { found, known } => format!(
            "los datos tienen el esquema {found} y este programa conoce el {known}; usa el programa más nuevo"
        ),
        StoreError::Older { found, known } => format!(
            "los datos tienen el esquema {found} y este programa conoce el {known}; inicia una vez el servidor de esta versión"
        ),
        StoreError::Empty => {
            "el archivo de los datos está vacío; pon una copia en su lugar, o bórralo para empezar de nuevo"
                .to_owned()
        }
        StoreError::Damaged { cause } => format!(
            "el archivo de los datos está dañado ({cause}); damero restore pone una copia en su lugar"
        ),
        StoreError::Foreign => "estos no son los datos de una sala de juegos".to_owned(),
        StoreError::InUse { at } => format!("otro servidor está usando la base de datos {at}"),
        StoreError::Address(cause) => format!("no se entiende la dirección de la base de datos: {cause}"),
        StoreError::Unreachable { at, cause } => {
            format!("no hay PostgreSQL en {at}: {cause}; ¿está en marcha y es esa la dirección?")
        }
        StoreError::Denied { at, user } => {
            format!("PostgreSQL en {at} no deja entrar a {user}: usuario o contraseña incorrectos")
        }
        StoreError::Untrusted { at, cause } => format!(
            "no hay una conexión de confianza con PostgreSQL en {at}: {cause}; sslmode en la dirección dice qué se pide y sslrootcert el archivo de su autoridad"
        ),
        StoreError::NoDatabase { at } => {
            format!("no hay una base de datos en {at}; hay que crearla antes, por ejemplo con createdb")
        }
        StoreError::NotAllowed { at, user, cause } => format!(
            "{user} no puede hacer esto en {at}: {cause}; debe ser dueño de la base de datos o poder crear en su esquema"
        ),
        StoreError::Unavailable { cause } => format!("no se pueden usar los datos ahora: {cause}"),
        StoreError::NoBackup => {
            "PostgreSQL hace sus propias copias: pg_dump escribe una, pg_restore o psql la devuelve"
                .to_owned()
        }
        cause => format!("base de datos: {cause}"),
    }
}
