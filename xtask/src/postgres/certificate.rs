//! A certificate for the server of the tests, signed by an authority that nobody else knows.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The settings of the server that name the files, which lie in the folder above its data.
pub(super) const CERTIFICATE: &str = "ssl_cert_file=../server.crt";
pub(super) const KEY: &str = "ssl_key_file=../server.key";

/// What was made.
pub(super) struct Certificate {
    /// The certificate of the authority.
    pub(super) authority: PathBuf,
    /// What the server reads.
    pub(super) files: Vec<PathBuf>,
}

impl Certificate {
    /// Makes the keys, the authority and a certificate for 127.0.0.1.
    pub(super) fn make(folder: &Path) -> Result<Self> {
        let key = [
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
        ];
        let authority = ["-x509", "-subj", "/CN=Damero tests", "-days", "30"];
        let to = ["-keyout", "ca.key", "-out", "ca.crt"];
        openssl(folder, &[&["req"], &key[..], &authority, &to].concat())?;
        let to = [
            "-subj",
            "/CN=127.0.0.1",
            "-keyout",
            "server.key",
            "-out",
            "server.csr",
        ];
        openssl(folder, &[&["req"], &key[..], &to].concat())?;
        std::fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1\n")?;
        let sign = [
            "x509",
            "-req",
            "-in",
            "server.csr",
            "-CA",
            "ca.crt",
            "-CAkey",
            "ca.key",
        ];
        let to = [
            "-CAcreateserial",
            "-days",
            "30",
            "-extfile",
            "names",
            "-out",
            "server.crt",
        ];
        openssl(folder, &[&sign[..], &to].concat())?;
        Ok(Self {
            authority: folder.join("ca.crt"),
            files: ["server.crt", "server.key"]
                .map(|name| folder.join(name))
                .to_vec(),
        })
    }
}

fn openssl(folder: &Path, args: &[&str]) -> Result<()> {
    let made = Command::new("openssl")
        .args(args)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .context("the tests need openssl for a certificate")?;
    if !made.status.success() {
        bail!("openssl failed: {}", String::from_utf8_lossy(&made.stderr));
    }
    Ok(())
}
