//! The built page inside the program. `build.rs` says how it gets there; this crate only hands it out.
//!
//! ```
//! let index = damero_ui::asset("index.html").expect("there is always a page");
//! assert!(!index.bytes.is_empty());
//! ```

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its content.
    pub bytes: &'static [u8],
    /// The same compressed with gzip, where that is smaller.
    pub gzip: Option<&'static [u8]>,
    /// The same compressed with Brotli, where that is smaller.
    pub brotli: Option<&'static [u8]>,
    /// Its media type.
    pub mime: &'static str,
    /// Changes whenever the content does; with quotes, as the header wants it.
    pub etag: &'static str,
    /// Whether its name changes with its content, so that it may be kept for ever.
    pub immutable: bool,
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A file by its path, without a leading slash.
///
/// ```
/// let index = damero_ui::asset("index.html").expect("there is always a page");
/// assert_eq!(index.mime, "text/html; charset=utf-8");
/// assert!(damero_ui::asset("../Cargo.toml").is_none());
/// ```
#[must_use]
pub fn asset(path: &str) -> Option<Asset> {
    let found = ASSETS.binary_search_by_key(&path, |(name, _)| name);
    found.ok().map(|i| ASSETS[i].1)
}
