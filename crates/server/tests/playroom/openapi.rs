//! The description of the interface: every address is in it and answers, and real answers are as it says, no key more
//! and none less.

use serde_json::{Value, json};

use crate::harness::{House, Page, me, room};

/// Why a value is not as a schema says; the schemas are those that our own description uses.
fn mismatch(all: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let pointer = name.trim_start_matches('#');
        let target = all.pointer(pointer);
        return match target {
            Some(target) => mismatch(all, target, value, at),
            None => Some(format!("{at}: {name} leads nowhere")),
        };
    }
    for word in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[word].as_array() {
            let fits: Vec<_> = choices
                .iter()
                .map(|choice| mismatch(all, choice, value, at))
                .collect();
            return match fits.iter().any(Option::is_none) {
                true => None,
                false => Some(format!("{at}: none of {fits:?}")),
            };
        }
    }
    if let Some(parts) = schema["allOf"].as_array() {
        // The keys of all parts together.
        let mut whole = json!({"type": "object", "properties": {}, "required": []});
        for part in parts {
            let part = match part["$ref"].as_str() {
                Some(name) => all
                    .pointer(name.trim_start_matches('#'))
                    .cloned()
                    .unwrap_or_default(),
                None => part.clone(),
            };
            for (key, one) in part["properties"].as_object().into_iter().flatten() {
                whole["properties"][key] = one.clone();
            }
            let required = part["required"].as_array().cloned().unwrap_or_default();
            whole["required"].as_array_mut().expect("a list").extend(required);
        }
        return mismatch(all, &whole, value, at);
    }
    if let Some(known) = schema["enum"].as_array() {
        return (!known.contains(value)).then(|| format!("{at}: {value} is not one of {known:?}"));
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let allowed = |name: &Value| *name == kind || (*name == "number" && kind == "integer");
    let fits = match &schema["type"] {
        Value::Null => true,
        Value::Array(names) => names.iter().any(allowed),
        name => allowed(name),
    };
    if !fits {
        return Some(format!("{at}: {value} is no {}", schema["type"]));
    }
    if let Value::Array(items) = value {
        let mut items = items.iter().enumerate();
        return items.find_map(|(i, item)| mismatch(all, &schema["items"], item, &format!("{at}[{i}]")));
    }
    let (Some(fields), Some(known)) = (value.as_object(), schema["properties"].as_object()) else {
        return None;
    };
    let required = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    if let Some(missing) = required.into_iter().find(|name| !fields.contains_key(*name)) {
        return Some(format!("{at}: {missing} is missing in {value}"));
    }
    fields.iter().find_map(|(name, field)| match known.get(name) {
        Some(schema) => mismatch(all, schema, field, &format!("{at}.{name}")),
        None => Some(format!("{at}: {name} is not described")),
    })
}

fn schema_of<'a>(all: &'a Value, method: &str, path: &str) -> &'a Value {
    let response = &all["paths"][path][method]["responses"]["200"]["content"];
    let content = response.as_object().and_then(|content| content.values().next());
    &content.unwrap_or_else(|| panic!("{method} {path} is not described: {response}"))["schema"]
}

#[tokio::test(flavor = "multi_thread")]
async fn real_answers_are_as_the_description_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    let all = ana.get("/api/openapi.json").await.expect("an answer").json();
    let named = json!({"name": "ana", "password": "correct horse"});
    assert_eq!(
        ana.post("/api/register", &named).await.expect("an answer").status,
        200
    );
    let login = ana.post("/api/login", &named).await.expect("an answer");
    let cookie = login
        .header("set-cookie")
        .and_then(|cookie| cookie.split(';').next());
    let ana = ana.clone().with_cookie(cookie.expect("a session"));
    let mut wanted = room("reversi", &me(), &me());
    wanted["clock"] = json!({"base_ms": 60_000, "increment_ms": 0});
    wanted["public"] = json!(true);
    let id = ana.create(&wanted).await.expect("a room");
    let mut page = Page::open(&ana, &id, "a").await;
    page.play_any().await;
    page.must(json!({"type": "resign"})).await;
    ana.create(&wanted).await.expect("another room, which goes on");

    let line = json!({"game": "reversi", "moves": ["f5", "d6"]});
    let room_path = |rest: &str| format!("/api/rooms/{id}{rest}");
    let checks = [
        ("get", "/api/me", "/api/me".to_owned(), Value::Null),
        ("get", "/api/games", "/api/games".to_owned(), Value::Null),
        (
            "get",
            "/api/games/{game}/rules",
            "/api/games/azul/rules".to_owned(),
            Value::Null,
        ),
        ("get", "/api/lobby", "/api/lobby".to_owned(), Value::Null),
        ("get", "/api/playing", "/api/playing".to_owned(), Value::Null),
        (
            "get",
            "/api/library",
            "/api/library?game=reversi".to_owned(),
            Value::Null,
        ),
        (
            "get",
            "/api/players/{name}",
            "/api/players/ana".to_owned(),
            Value::Null,
        ),
        (
            "get",
            "/api/leaderboard",
            "/api/leaderboard?game=reversi".to_owned(),
            Value::Null,
        ),
        (
            "get",
            "/api/leaderboard",
            "/api/leaderboard?game=reversi&pool=machines".to_owned(),
            Value::Null,
        ),
        ("get", "/api/puzzles", "/api/puzzles".to_owned(), Value::Null),
        (
            "get",
            "/api/puzzles/{game}/next",
            "/api/puzzles/azul/next".to_owned(),
            Value::Null,
        ),
        (
            "get",
            "/api/puzzles/{game}/daily",
            "/api/puzzles/quarto/daily".to_owned(),
            Value::Null,
        ),
        (
            "get",
            "/api/puzzles/history",
            "/api/puzzles/history".to_owned(),
            Value::Null,
        ),
        ("get", "/api/version", "/api/version".to_owned(), Value::Null),
        ("get", "/api/rooms/{room}", room_path(""), Value::Null),
        (
            "get",
            "/api/rooms/{room}/frames",
            room_path("/frames"),
            Value::Null,
        ),
        ("post", "/api/rooms", "/api/rooms".to_owned(), wanted.clone()),
        ("post", "/api/replay", "/api/replay".to_owned(), line.clone()),
        ("post", "/api/analyse", "/api/analyse".to_owned(), line.clone()),
        (
            "post",
            "/api/import",
            "/api/import".to_owned(),
            json!({"game": "reversi", "text": "f5d6"}),
        ),
        ("post", "/api/login", "/api/login".to_owned(), named),
    ];
    for (method, path, address, body) in checks {
        let answer = match method {
            "get" => ana.get(&address).await,
            _ => ana.post(&address, &body).await,
        };
        let answer = answer.expect("an answer");
        assert_eq!(answer.status, 200, "{address}: {}", answer.body);
        let schema = schema_of(&all, method, path);
        assert_eq!(mismatch(&all, schema, &answer.json(), path), None);
        if method == "post" {
            let body_schema =
                &all["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"];
            assert_eq!(mismatch(&all, body_schema, &body, path), None);
        }
    }
    // Logging in has ended the session of before.
    let eva = house.guest().await;
    let evaluation = eva
        .get(&room_path("/evaluation?time_ms=20"))
        .await
        .expect("an answer");
    let schema = schema_of(&all, "get", "/api/rooms/{room}/evaluation");
    for line in evaluation.body.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(mismatch(&all, schema, &line, "evaluation"), None);
    }
    let refused = ana.get("/api/rooms/nowhere").await.expect("an answer").json();
    let schema = &all["components"]["schemas"]["Refused"];
    assert_eq!(mismatch(&all, schema, &refused, "refused"), None);
    house.close().await;
}

/// Nobody can be sent to an address that is described and does not exist, nor to a schema that is not there.
#[tokio::test(flavor = "multi_thread")]
async fn every_described_address_answers_and_every_reference_leads_somewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    let all = ana.get("/api/openapi.json").await.expect("an answer").json();
    assert!(
        all["openapi"]
            .as_str()
            .is_some_and(|version| version.starts_with("3.1"))
    );
    let paths = all["paths"].as_object().expect("addresses");
    assert!(paths.len() >= 24, "only {} addresses", paths.len());
    for (path, methods) in paths {
        for method in methods.as_object().expect("methods").keys() {
            let address = path
                .replace("{game}", "reversi")
                .replace("{room}", "nowhere")
                .replace("{id}", "nowhere")
                .replace("{name}", "nobody");
            let answer = match method.as_str() {
                "get" => ana.get(&address).await,
                _ => ana.post(&address, &json!({})).await,
            };
            let answer = answer.expect("an answer");
            assert_ne!(answer.json()["error"]["code"], "not-found", "{method} {path}");
            assert_ne!(answer.status, 405, "{method} {path}");
        }
    }
    let mut open = vec![&all];
    while let Some(value) = open.pop() {
        if let Some(name) = value["$ref"].as_str() {
            assert!(
                all.pointer(name.trim_start_matches('#')).is_some(),
                "{name} leads nowhere"
            );
        }
        match value {
            Value::Array(values) => open.extend(values),
            Value::Object(fields) => open.extend(fields.values()),
            _ => {}
        }
    }
    house.close().await;
}
