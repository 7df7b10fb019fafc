//! What every request passes: where it comes from, how often, and what the answer may do in a browser.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::{Address, App};
use crate::error::ApiError;
use crate::limits::Limit;

const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; \
                      connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
];

/// Lets a request through or refuses it, and dresses the answer.
pub(super) async fn guard(
    State(app): State<Arc<App>>,
    Address(address): Address,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match admit(&app, address, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn admit(app: &App, address: std::net::IpAddr, request: &Request) -> Result<(), ApiError> {
    let path = request.uri().path();
    let is_socket = path.starts_with("/ws/");
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if (is_socket || !safe) && is_foreign(request.headers()) {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "foreign-origin",
            "this request comes from another site",
            "esta petición viene de otro sitio",
        ));
    }
    if is_socket || path.starts_with("/api/") {
        let limit = if is_socket {
            Limit::Socket(address)
        } else {
            Limit::Request(address)
        };
        app.limits.check(limit).inspect_err(|_| {
            app.metrics.limited.inc();
        })?;
    }
    Ok(())
}

/// A browser says which page a request comes from. Programs that say nothing have no cookies to steal.
fn is_foreign(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return false;
    };
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
    fn only_our_own_page_may_ask() {
        let ours = [
            (None, Some("localhost:8580")),
            (Some("http://localhost:8580"), Some("localhost:8580")),
            (Some("https://play.example"), Some("play.example")),
        ];
        for (origin, host) in ours {
            assert!(!is_foreign(&headers(origin, host)), "{origin:?} {host:?}");
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
            assert!(is_foreign(&headers(origin, host)), "{origin:?} {host:?}");
        }
    }
}
