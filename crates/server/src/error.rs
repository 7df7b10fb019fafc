//! What goes wrong, as answers to requests: a status, a stable code, and a sentence in both languages. What happened
//! inside goes to the log and nowhere else.

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

/// A sentence in which absolute paths are reduced to the names of their files.
fn without_folders(text: &str) -> String {
    let of_name = |c: char| c.is_alphanumeric() || "._-~/".contains(c);
    let short = |word: &str| {
        // A path begins after something that can be no part of one, such as a quote, and a second slash makes an address.
        let begins = word.match_indices('/').find(|&(at, _)| {
            let after = word[..at].chars().next_back().is_none_or(|c| !of_name(c));
            after && !word[at + 1..].starts_with('/')
        });
        match (begins, word.trim_end_matches('/').rfind('/')) {
            (Some((begin, _)), Some(last)) if begin <= last => {
                format!("{}{}", &word[..begin], &word[last + 1..])
            }
            _ => word.to_owned(),
        }
    };
    text.split(' ').map(short).collect::<Vec<_>>().join(" ")
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
        Self::of_files("trained", why)
    }

    /// Something is wrong with files of the server. Where they are is nobody's business.
    pub(crate) fn of_files(code: &str, why: Text) -> Self {
        let Text { en, es } = why;
        let why = Text::owned(without_folders(&en), without_folders(&es));
        Self::text(StatusCode::UNPROCESSABLE_ENTITY, code, why)
    }

    /// The store fails.
    pub(crate) fn unavailable() -> Self {
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

    /// What a part of the framework has refused, in the words of everything else here.
    pub(crate) fn of_status(status: StatusCode) -> Self {
        let (code, en, es) = match status {
            StatusCode::NOT_FOUND => return Self::not_found(),
            StatusCode::METHOD_NOT_ALLOWED => (
                "method",
                "this address is asked in another way",
                "esta dirección se pide de otra manera",
            ),
            StatusCode::PAYLOAD_TOO_LARGE => (
                "too-large",
                "the request is too large",
                "la petición es demasiado grande",
            ),
            status if status.is_server_error() => (
                "internal",
                "something went wrong here; try again",
                "algo falló aquí; inténtalo de nuevo",
            ),
            _ => (
                "request",
                "the request cannot be read",
                "no se puede leer la petición",
            ),
        };
        Self::new(status, code, en, es)
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
        Self::unavailable()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_answer_says_where_files_are() {
        for (said, told) in [
            (
                "cannot read /srv/data/players/a.safetensors: gone",
                "cannot read a.safetensors: gone",
            ),
            (
                "\"/srv/runs/x y/meta.json\" is damaged",
                "\"x y/meta.json\" is damaged",
            ),
            (
                "the result is 1/2-1/2, or 3 / 4",
                "the result is 1/2-1/2, or 3 / 4",
            ),
            (
                "dqn:/srv/runs/x@best: open(/srv/a) failed",
                "dqn:x@best: open(a) failed",
            ),
            ("see https://play.example/rules", "see https://play.example/rules"),
            ("", ""),
        ] {
            assert_eq!(without_folders(said), told);
        }
    }
}
