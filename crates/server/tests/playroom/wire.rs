//! The types of the page are those of the server.

use std::path::Path;

#[test]
fn the_types_of_the_page_are_current() {
    is_current("web/src/wire/index.ts", &damero_server::wire::typescript());
}

#[test]
fn the_description_of_the_interface_is_current() {
    is_current("docs/openapi.json", &damero_server::openapi());
}

fn is_current(name: &str, written: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    if std::env::var_os("DAMERO_UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
        std::fs::write(&path, written).expect("the types are written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == written,
        "{name} is out of date; write it anew with `cargo xtask golden` and read the difference"
    );
}

#[test]
fn orders_read_as_the_page_writes_them() {
    use damero_server::wire::{Command, LobbyCommand, LobbyOrder, Order, Plain};
    let order = |text: &str| serde_json::from_str::<Command>(text).expect(text);
    let is = |text: &str, id: u32, expected: Order| {
        let read = order(text);
        assert_eq!(read, Command::Order { id, order: expected }, "{text}");
    };
    is(
        r#"{"type":"move","id":5,"ply":12,"actions":["b3","TLQH"]}"#,
        5,
        Order::Move {
            ply: 12,
            actions: vec!["b3".to_owned(), "TLQH".to_owned()],
        },
    );
    is(r#"{"type":"undo","id":6}"#, 6, Order::Undo);
    is(r#"{"type":"resign","id":7}"#, 7, Order::Resign { seat: None });
    is(
        r#"{"type":"resign","id":7,"seat":null}"#,
        7,
        Order::Resign { seat: None },
    );
    is(r#"{"id":11,"type":"claim"}"#, 11, Order::Claim { draw: false });
    assert_eq!(
        order(r#"{"type":"ping","t":123}"#),
        Command::Plain(Plain::Ping { t: 123 })
    );
    assert_eq!(
        order(r#"{"type":"sync","version":17}"#),
        Command::Plain(Plain::Sync { version: 17 })
    );
    for bad in [
        "",
        "[]",
        "{}",
        r#"{"type":"move","ply":0,"actions":["a1"]}"#,
        r#"{"type":"move","id":-1,"ply":0,"actions":["a1"]}"#,
        r#"{"type":"move","id":1,"ply":0,"actions":"a1"}"#,
        r#"{"type":"sit","id":1,"seat":"third"}"#,
        r#"{"type":"fly","id":1}"#,
    ] {
        assert!(serde_json::from_str::<Command>(bad).is_err(), "{bad}");
    }
    let seek: LobbyCommand = serde_json::from_str(
        r#"{"type":"seek","id":1,"game":"azul","rules":"standard","clock":null,"rated":true}"#,
    )
    .expect("a seek");
    let LobbyCommand::Order {
        id: 1,
        order: LobbyOrder::Seek {
            game, rated: true, ..
        },
    } = seek
    else {
        panic!("{seek:?}");
    };
    assert_eq!(game, "azul");
}
