//! What browsers are told: nothing inline, nothing foreign, no frames, and only HTTPS where there is HTTPS.

use damero_server::client::request;

use crate::harness::House;

#[tokio::test(flavor = "multi_thread")]
async fn answers_come_with_strict_headers() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    for path in ["/", "/api/me", "/api/nothing", "/healthz"] {
        let answer = request(house.address, "GET", path, &[], "")
            .await
            .expect("an answer");
        let policy = answer.header("content-security-policy").expect("a policy");
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}: {name}");
        }
        assert_eq!(
            answer.header("strict-transport-security"),
            None,
            "{path}: no HTTPS here"
        );
    }
    let page = request(house.address, "GET", "/", &[], "")
        .await
        .expect("the page")
        .body;
    for inline in ["<style", " style=", "<script>", "onclick="] {
        assert!(!page.contains(inline), "the page breaks the policy with {inline}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_public_address_over_https_makes_cookies_secure_and_origins_strict() {
    let folder = tempfile::tempdir().expect("a folder");
    let ours = "https://play.example";
    let house = House::open_with(folder.path(), |config| config.public_url = Some(ours.to_owned())).await;
    let me = request(house.address, "GET", "/api/me", &[], "")
        .await
        .expect("an answer");
    let cookie = me.header("set-cookie").expect("a cookie");
    for part in ["; Secure", "; HttpOnly", "; SameSite=Lax"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(me.header("strict-transport-security").is_some());
    let logout = async |origin: &str| {
        let headers = [("Origin", origin)];
        request(house.address, "POST", "/api/logout", &headers, "{}")
            .await
            .expect("an answer")
            .status
    };
    assert_eq!(logout(ours).await, 200);
    assert_eq!(
        logout(&format!("http://{}", house.address)).await,
        403,
        "not what visitors type"
    );
    assert_eq!(logout("http://play.example").await, 403, "not over HTTPS");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_come_compressed_as_the_browser_likes() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let head = async |encodings: &'static str| {
        let headers = [("Accept-Encoding", encodings)];
        request(house.address, "HEAD", "/index.html", &headers, "")
            .await
            .expect("an answer")
    };
    for (encodings, expected) in [
        ("gzip, deflate, br", Some("br")),
        ("gzip, br;q=0", Some("gzip")),
        ("identity", None),
    ] {
        let answer = head(encodings).await;
        assert_eq!(answer.header("content-encoding"), expected, "{encodings}");
        assert_eq!(answer.header("vary"), Some("Accept-Encoding"));
        assert!(answer.header("etag").is_some());
    }
    house.close().await;
}
