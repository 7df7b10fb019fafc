//! What goes wrong, as answers to requests: a status, a stable code, and a sentence in both languages. What happened
//! inside goes to the log and nowhere else.

use std::io;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use damero_games::{InputError, Lang, Text};
use damero_store::StoreError;
use serde::Serialize;
use tracing::error;
use utoipa::ToSchema;

use crate::engine_pool::Busy;
use crate::ids::NoRandomness;
use crate::limits::TooMany;
use crate::room::{CreateError, WakeError};
use crate::wire::Problem;

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
    /// There is data that would be lost.
    #[error("there is data in {} already; --force puts it aside", path.display())]
    HasData {
        /// The folder.
        path: std::path::PathBuf,
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
            (Lang::Es, Self::HasData { path }) => {
                format!("ya hay datos en {}; --force los pone a un lado", path.display())
            }
            (Lang::Es, Self::Clock { days, ahead }) => {
                let side = if *ahead { "después" } else { "antes" };
                format!(
                    "el reloj de esta máquina está {days} días {side} del último uso de los datos; ponlo en hora, o di --clock-is-right"
                )
            }
            (Lang::Es, Self::Store(cause)) => store_in_spanish(cause),
            (Lang::Es, Self::Io(cause)) => cause.to_string(),
        }
    }
}

/// Why a store cannot be opened, in Spanish.
fn store_in_spanish(error: &StoreError) -> String {
    match error {
        StoreError::Newer { found, known } => format!(
            "los datos tienen el esquema {found} y este programa conoce el {known}; usa el programa más nuevo"
        ),
        StoreError::InUse { at } => format!("otro servidor está usando la base de datos {at}"),
        StoreError::Address(cause) => format!("no se entiende la dirección de la base de datos: {cause}"),
        StoreError::Unreachable { at, cause } => {
            format!("no hay PostgreSQL en {at}: {cause}; ¿está en marcha y es esa la dirección?")
        }
        StoreError::Denied { at, user } => {
            format!("PostgreSQL en {at} no deja entrar a {user}: usuario o contraseña incorrectos")
        }
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

/// A request that was refused or failed.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    problem: Problem,
    retry_after: Option<u64>,
}

/// The body of a refusal.
#[derive(Serialize, ToSchema)]
pub(crate) struct Refused {
    /// Why.
    error: Problem,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &str, en: &'static str, es: &'static str) -> Self {
        Self::text(status, code, Text::new(en, es))
    }

    pub(crate) fn text(status: StatusCode, code: &str, message: Text) -> Self {
        Self {
            status,
            problem: Problem {
                code: code.to_owned(),
                message,
            },
            retry_after: None,
        }
    }

    pub(crate) fn no_such_room() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "no-such-room",
            "there is no such room",
            "no existe esa sala",
        )
    }

    pub(crate) fn not_found() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "not-found",
            "there is nothing here",
            "aquí no hay nada",
        )
    }

    pub(crate) fn no_session() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "no-session",
            "open the page first",
            "abre primero la página",
        )
    }

    /// A trained player that cannot be asked or sit down.
    pub(crate) fn trained(why: Text) -> Self {
        Self::text(StatusCode::UNPROCESSABLE_ENTITY, "trained", why)
    }

    /// The reason as the page reads it.
    pub(crate) fn into_problem(self) -> Problem {
        self.problem
    }

    /// The sentence.
    pub(crate) fn message(self) -> Text {
        self.problem.message
    }

    fn inside(what: &str) -> Self {
        error!(what, "a request failed");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "something went wrong here; try again",
            "algo falló aquí; inténtalo de nuevo",
        )
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = Json(Refused { error: self.problem });
        let mut response = (self.status, body).into_response();
        if let Some(seconds) = self.retry_after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        if !matches!(error, StoreError::Unavailable { .. }) {
            return Self::inside(&error.to_string());
        }
        Self {
            retry_after: Some(2),
            ..Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "unavailable",
                "the server cannot reach its data now; games stand still until it can",
                "el servidor no puede usar sus datos ahora; las partidas se paran hasta que pueda",
            )
        }
    }
}

impl From<NoRandomness> for ApiError {
    fn from(error: NoRandomness) -> Self {
        Self::inside(&error.to_string())
    }
}

impl From<InputError> for ApiError {
    fn from(error: InputError) -> Self {
        let code = match &error {
            InputError::Illegal(illegal) => illegal.rule,
            _ => "input",
        };
        let message = Text::owned(error.message(Lang::En), error.message(Lang::Es));
        Self::text(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }
}

impl From<CreateError> for ApiError {
    fn from(error: CreateError) -> Self {
        match error {
            CreateError::Input(error) => error.into(),
            CreateError::Store(error) => error.into(),
            CreateError::Randomness(error) => error.into(),
        }
    }
}

impl From<WakeError> for ApiError {
    fn from(error: WakeError) -> Self {
        match error {
            WakeError::Missing => Self::no_such_room(),
            WakeError::Broken(problem) => Self::inside(&problem),
            WakeError::Store(error) => error.into(),
        }
    }
}

impl From<Busy> for ApiError {
    fn from(_: Busy) -> Self {
        Self {
            retry_after: Some(2),
            ..Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "busy",
                "the machine is busy; try again in a moment",
                "la máquina está ocupada; inténtalo en un momento",
            )
        }
    }
}

impl From<TooMany> for ApiError {
    fn from(TooMany(wait): TooMany) -> Self {
        Self {
            retry_after: Some(wait.as_secs() + 1),
            ..Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too-many",
                "too many requests; wait a moment",
                "demasiadas peticiones; espera un momento",
            )
        }
    }
}
