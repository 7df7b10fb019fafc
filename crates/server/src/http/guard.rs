//! The middleware of every request: origin check, rate limit, and security headers.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::{Instrument as _, debug, info, info_span, warn};

use super::BODY;
use crate::app::{Address, App, host_name};
use crate::error::ApiError;
use crate::ids;
use crate::limits::{Counted, Limit};
use crate::time::now;

/// Nothing from elsewhere, and nothing inline: neither scripts nor styles.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
                      media-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// The name of a request in the log.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Half a year of HTTPS only, for browsers that came over it.
const ONLY_HTTPS: HeaderValue = HeaderValue::from_static("max-age=15552000");

/// Admits or refuses a request, and adds the security headers to the response.
pub(super) async fn guard(
    State(app): State<Arc<App>>,
    Address(address): Address,
    request: Request,
    next: Next,
) -> Response {
    let began = now();
    let id = ids::request();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let span = info_span!("request", id, %address);
    let answering = async {
        let admission = admit(&app, address, &request);
        // Whoever is not admitted could fill the log: nothing limits how often that is tried.
        let admitted = admission.is_ok();
        let response = match admission {
            // Counted until it is answered.
            Ok(_counted) => next.run(request).await,
            Err(error) => error.into_response(),
        };
        let status = response.status();
        let ms = began.elapsed().as_millis() as u64;
        app.metrics.answered(status.as_u16());
        if status.is_server_error() {
            warn!(%method, path, status = status.as_u16(), ms, "failed");
        } else if admitted && matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            info!(%method, path, status = status.as_u16(), ms, "refused");
        } else {
            debug!(%method, path, status = status.as_u16(), ms, "answered");
        }
        response
    };
    let mut response = in_our_words(answering.instrument(span).await);
    let headers = response.headers_mut();
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID, id);
    }
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if app.https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, ONLY_HTTPS);
    }
    response
}

/// Refusals of the framework are plain texts; all others here are JSON.
fn in_our_words(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let plain = kind.is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if (status.is_client_error() || status.is_server_error()) && plain {
        let (parts, _) = response.into_parts();
        let mut ours = ApiError::of_status(status).into_response();
        if let Some(allow) = parts.headers.get(header::ALLOW) {
            ours.headers_mut().insert(header::ALLOW, allow.clone());
        }
        return ours;
    }
    response
}

fn admit(app: &App, address: IpAddr, request: &Request) -> Result<Option<Counted>, ApiError> {
    let path = request.uri().path();
    let is_socket = path.starts_with("/ws/");
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !is_known(request.headers(), &app.hosts) {
        return Err(ApiError::new(
            StatusCode::MISDIRECTED_REQUEST,
            "foreign-host",
            "this server is not known by this name; its operator can allow it with --hosts",
            "este servidor no se conoce por ese nombre; quien lo opera puede permitirlo con --hosts",
        ));
    }
    if (is_socket || !safe) && is_foreign(request.headers(), app.origin.as_deref()) {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "foreign-origin",
            "this request comes from another site",
            "esta petición viene de otro sitio",
        ));
    }
    // The files of the page cost nothing and come many at a time; everything else asks the store for something.
    if damero_ui::asset(path.trim_start_matches('/')).is_none() {
        let limit = if is_socket {
            Limit::Socket(address)
        } else {
            Limit::Request(address)
        };
        app.limits.check(limit).inspect_err(|_| {
            app.metrics.limited.inc();
        })?;
    }
    if !is_large(request.headers()) {
        return Ok(None);
    }
    let counted = app.limits.large_request(address).inspect_err(|_| {
        app.metrics.limited.inc();
    })?;
    Ok(Some(counted))
}

/// Whether a request has a body that few may have, or does not say how large it is.
fn is_large(headers: &HeaderMap) -> bool {
    let length = headers.get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
    let large = length.is_some_and(|length: usize| length > BODY);
    large || headers.contains_key(header::TRANSFER_ENCODING)
}

/// Whether a request asks for this server: by an address, as `localhost`, or by a name that the operator has given. A page
/// elsewhere can let its own name point to this machine, and would then be taken for ours (DNS rebinding).
fn is_known(headers: &HeaderMap, hosts: &[String]) -> bool {
    let Some(host) = headers.get(header::HOST) else {
        // No browser leaves it out.
        return true;
    };
    let Ok(host) = host.to_str() else {
        return false;
    };
    let name = host_name(host).to_lowercase();
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    name == "localhost" || bare.unwrap_or(&name).parse::<IpAddr>().is_ok() || hosts.contains(&name)
}

/// A browser says which page a request comes from. Programs that say nothing have no cookies to steal. Behind a proxy
/// the host of a request may be another one than visitors type; `ours` is what they type.
fn is_foreign(headers: &HeaderMap, ours: Option<&str>) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return false;
    };
    if let Some(ours) = ours {
        let same = |origin: &str| origin.eq_ignore_ascii_case(ours);
        return !origin.to_str().is_ok_and(same);
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let site = origin.to_str().ok().and_then(|origin| {
        let stripped = origin.strip_prefix("http://");
        stripped.or_else(|| origin.strip_prefix("https://"))
    });
    match (site, host) {
        (Some(site), Some(host)) => !site.eq_ignore_ascii_case(host),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(origin: Option<&'static str>, host: Option<&'static str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
        }
        if let Some(host) = host {
            headers.insert(header::HOST, HeaderValue::from_static(host));
        }
        headers
    }

    #[test]
    fn only_names_of_ours_are_answered() {
        let hosts = ["play.example".to_owned()];
        for host in [
            "localhost:8580",
            "LOCALHOST",
            "127.0.0.1:8580",
            "[::1]:8580",
            "192.0.2.7",
            "play.example",
            "Play.Example:443",
        ] {
            assert!(is_known(&headers(None, Some(host)), &hosts), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example:8580",
            "play.example.evil",
            "127.0.0.1.nip.io",
            "",
        ] {
            assert!(!is_known(&headers(None, Some(host)), &hosts), "{host}");
        }
        assert!(is_known(&headers(None, None), &hosts));
    }

    #[test]
    fn only_our_own_page_may_ask() {
        let ours = [
            (None, Some("localhost:8580")),
            (Some("http://localhost:8580"), Some("localhost:8580")),
            (Some("https://play.example"), Some("play.example")),
        ];
        for (origin, host) in ours {
            assert!(!is_foreign(&headers(origin, host), None), "{origin:?} {host:?}");
        }
        let foreign = [
            (Some("http://evil.example"), Some("localhost:8580")),
            (Some("http://localhost:8581"), Some("localhost:8580")),
            (Some("http://localhost:8580.evil.example"), Some("localhost:8580")),
            (Some("null"), Some("localhost:8580")),
            (Some("file://"), Some("localhost:8580")),
            (Some("http://localhost:8580"), None),
        ];
        for (origin, host) in foreign {
            assert!(is_foreign(&headers(origin, host), None), "{origin:?} {host:?}");
        }
        let ours = Some("https://play.example");
        assert!(!is_foreign(
            &headers(Some("https://play.example"), Some("10.0.0.7:8580")),
            ours
        ));
        assert!(!is_foreign(&headers(None, Some("10.0.0.7:8580")), ours));
        for origin in [
            "http://play.example",
            "https://10.0.0.7:8580",
            "https://play.example.evil",
        ] {
            assert!(
                is_foreign(&headers(Some(origin), Some("10.0.0.7:8580")), ours),
                "{origin}"
            );
        }
    }
}
