//! The page itself, and what operators ask for.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::app::{Address, App, FORWARDED, forwarded};
use crate::error::{ApiError, Refused};
use crate::wire::VersionInfo;

/// `GET /healthz`: the store answers.
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "assets_health",
    summary = "Whether the data can be reached",
    responses(
        (status = 200, description = "Whether the data can be reached", body = String, content_type = "text/plain"),
    )
)]
pub(super) async fn health(State(app): State<Arc<App>>) -> Result<&'static str, ApiError> {
    app.store.user("").await?;
    Ok("ok")
}

/// `GET /readyz`: the store takes a write, and games go on.
#[utoipa::path(
    get,
    path = "/readyz",
    operation_id = "assets_ready",
    summary = "Whether moves can be saved",
    responses(
        (status = 200, description = "Moves can be saved", body = String, content_type = "text/plain"),
        (status = "default", description = "They cannot", body = Refused),
    )
)]
pub(super) async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, ApiError> {
    match app.outage.store_answers(&*app.store).await {
        true => Ok("ready"),
        false => Err(ApiError::unavailable()),
    }
}

/// `GET /metrics`.
#[utoipa::path(
    get,
    path = "/metrics",
    operation_id = "assets_metrics",
    summary = "Counters in the format of Prometheus",
    responses(
        (status = 200, description = "Counters in the format of Prometheus", body = String, content_type = "application/openmetrics-text"),
        (status = "default", description = "Only for whom the operator names", body = Refused),
    )
)]
pub(super) async fn metrics(
    State(app): State<Arc<App>>,
    Address(address): Address,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    // A proxy that the operator has not told us of makes everybody look as if they were on this machine.
    // Neither is one who cannot be told from what the proxy says.
    let told = app.proxy && forwarded(&headers).is_some();
    let here = address.is_loopback() && (told || !headers.contains_key(FORWARDED));
    if !here && !app.metrics_for.contains(&address) {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "not-for-you",
            "this is for those whom the operator names with --metrics-for",
            "esto es para quienes nombra el operador con --metrics-for",
        ));
    }
    app.metrics
        .searches
        .set(i64::try_from(app.engine_pool.queue()).unwrap_or(i64::MAX));
    app.metrics
        .store_queue
        .set(i64::try_from(app.store.queue()).unwrap_or(i64::MAX));
    app.metrics
        .kept
        .set(i64::try_from(app.engine_pool.kept_bytes()).unwrap_or(i64::MAX));
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let text = app.metrics.text(app.outage.halted());
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// `GET /api/version`.
#[utoipa::path(
    get,
    path = "/api/version",
    operation_id = "assets_version",
    summary = "What runs here",
    responses((status = 200, description = "What runs here", body = VersionInfo))
)]
pub(super) async fn version() -> Json<VersionInfo> {
    Json(VersionInfo {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        page: damero_ui::BUILT,
    })
}

/// A file of the page, compressed if the browser takes that.
pub(super) fn serve(asset: &damero_ui::Asset, headers: &HeaderMap) -> Response {
    let header_text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let cache = if asset.immutable {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let common = [
        (header::ETAG, asset.etag),
        (header::CACHE_CONTROL, cache),
        (header::VARY, "Accept-Encoding"),
    ];
    if header_text(header::IF_NONE_MATCH).is_some_and(|known| known.contains(asset.etag)) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = [(header::CONTENT_TYPE, asset.mime)];
    let accepted = header_text(header::ACCEPT_ENCODING).unwrap_or_default();
    let packed = [("br", asset.brotli), ("gzip", asset.gzip)].into_iter();
    let packed = packed
        .filter(|(name, _)| accepts(accepted, name))
        .find_map(|(name, bytes)| Some((name, bytes?)));
    match packed {
        Some((name, bytes)) => (common, kind, [(header::CONTENT_ENCODING, name)], bytes).into_response(),
        None => (common, kind, asset.bytes).into_response(),
    }
}

/// Whether a list such as `gzip, br;q=0.5` names an encoding and does not refuse it with `q=0`.
fn accepts(list: &str, name: &str) -> bool {
    list.split(',').any(|entry| {
        let mut parts = entry.split(';').map(str::trim);
        let named = parts.next().is_some_and(|part| part.eq_ignore_ascii_case(name));
        let refused = parts
            .filter_map(|part| part.strip_prefix("q="))
            .any(|weight| weight.parse::<f32>().is_ok_and(|weight| weight <= 0.0));
        named && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_named_or_refused() {
        for (list, name, taken) in [
            ("gzip, deflate, br", "br", true),
            ("gzip, deflate, br", "gzip", true),
            ("br;q=0.5", "br", true),
            ("br;q=0, gzip", "br", false),
            ("gzip;q=0.0", "gzip", false),
            ("", "br", false),
            ("brotli", "br", false),
            ("GZIP", "gzip", true),
        ] {
            assert_eq!(accepts(list, name), taken, "{list:?} {name}");
        }
    }
}
