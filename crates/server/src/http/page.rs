//! The page for its own addresses. It is the same page everywhere, but for its head: a title and a few sentences for those
//! who show a link before anybody follows it. An address that leads nowhere is answered as such.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use damero_games::{GameId, Lang, Player, Text, text};
use damero_store::StudyHead;

use super::assets::serve;
use super::library::summary;
use super::studies::readable;
use crate::app::App;
use crate::error::ApiError;
use crate::wire::{GameSummary, Seat};

/// The pages by the first part of their addresses, with their titles.
pub(crate) static PAGES: [(&str, Text); 18] = [
    ("new", Text::new("New game", "Nueva partida")),
    ("play", Text::new("Game", "Partida")),
    ("lobby", Text::new("Lobby", "Sala")),
    ("analysis", Text::new("Analysis", "Análisis")),
    ("study", Text::new("Study", "Estudio")),
    ("import", Text::new("Import games", "Importar partidas")),
    ("editor", Text::new("Set up a position", "Componer una posición")),
    ("library", Text::new("Games", "Partidas")),
    ("leaderboard", Text::new("Leaderboard", "Clasificación")),
    ("account", Text::new("Account", "Cuenta")),
    ("profile", Text::new("Profile", "Perfil")),
    ("puzzles", Text::new("Puzzles", "Problemas")),
    ("training", Text::new("Training", "Entrenamientos")),
    (
        "compare",
        Text::new("Compare trainings", "Comparar entrenamientos"),
    ),
    ("rules", Text::new("Rules", "Reglas")),
    ("lessons", Text::new("Lessons", "Lecciones")),
    (
        "review",
        Text::new("Learn from a game", "Aprender de una partida"),
    ),
    ("settings", Text::new("Settings", "Ajustes")),
];

const ABOUT: Text = Text::new(
    "Five board games: checkers, Quarto, ChessFive, Azul and Reversi. Play with somebody, play the machine, or watch it play.",
    "Cinco juegos de tablero: damas, Quarto, ChessFive, Azul y Reversi. Juega con alguien, contra la máquina, o mírala jugar.",
);

/// Where the page has its title.
const TITLE: &str = "<title>Damero</title>";

/// What is said of a page before it is opened.
struct Preview {
    title: Text,
    about: Text,
    /// The address of a picture of the position.
    picture: Option<String>,
}

impl Preview {
    const fn new(title: Text, about: Text) -> Self {
        Self {
            title,
            about,
            picture: None,
        }
    }
}

/// Everything without a handler of its own: files of the page, and the page for its own addresses.
pub(super) async fn page(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return ApiError::not_found().into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let last = path.rsplit('/').next().unwrap_or_default();
    match damero_ui::asset(path) {
        Some(asset) => serve(&asset, &headers),
        None if path.starts_with("api/") || path.starts_with("ws/") || last.contains('.') => {
            ApiError::not_found().into_response()
        }
        None => match preview(&app, path, uri.query()).await {
            Ok(found) => with_head(&app, found.as_ref(), &uri, &headers),
            Err(error) => error.into_response(),
        },
    }
}

/// What there is at an address of the page; nothing if it leads nowhere.
async fn preview(app: &App, path: &str, query: Option<&str>) -> Result<Option<Preview>, ApiError> {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let Some(first) = parts.next() else {
        return Ok(Some(Preview::new(Text::same("Damero"), ABOUT)));
    };
    let Some((name, title)) = PAGES.iter().find(|(name, _)| *name == first) else {
        return Ok(None);
    };
    let second = parts.next();
    let game = second.map(str::parse::<GameId>);
    Ok(match (*name, second, game) {
        ("play", None, _) | ("rules" | "lessons" | "leaderboard" | "puzzles", Some(_), Some(Err(_))) => None,
        ("play", Some(room), _) => match app.store.game(room).await? {
            Some(row) => summary(app, row).await?.map(|game| of_game(&game)),
            None => None,
        },
        ("study", Some(id), _) => match readable(app, id, None).await {
            Ok(row) => Some(of_study(app, row.head).await?),
            // Whoever has it may be its owner: the page itself says whether it can be read.
            Err(_) => Some(Preview::new(title.clone(), ABOUT)),
        },
        ("analysis", ..) => Some(Preview {
            picture: analysed(query),
            ..Preview::new(title.clone(), ABOUT)
        }),
        ("rules", Some(_), Some(Ok(game))) => {
            let Text { en, es } = &game.meta().name;
            let title = text!("Rules of {en}", "Reglas de {es}");
            Some(Preview::new(title, game.meta().summary))
        }
        ("lessons", Some(_), Some(Ok(game))) => {
            let Text { en, es } = &game.meta().name;
            let title = text!("Learn {en}", "Aprende {es}");
            Some(Preview::new(title, game.meta().summary))
        }
        _ => Some(Preview::new(title.clone(), ABOUT)),
    })
}

/// A study that everybody with its address may read: whose it is.
async fn of_study(app: &App, head: StudyHead) -> Result<Preview, ApiError> {
    let owner = app.store.user(&head.owner).await?;
    let owner = owner.map_or_else(|| "?".to_owned(), |owner| owner.name);
    let name = head.game.parse::<GameId>().map(|game| game.meta().name);
    let Text { en, es } = &name.unwrap_or_else(|_| Text::same(head.game.clone()));
    let about = text!("A study of {en} by {owner}.", "Un estudio de {es}, de {owner}.");
    Ok(Preview {
        picture: Some(format!("/preview/study/{}.png", head.id)),
        ..Preview::new(Text::same(head.name), about)
    })
}

/// The picture of an analysis: of its room, or of the position that its address says.
fn analysed(query: Option<&str>) -> Option<String> {
    let query = query?;
    let room = query.split('&').find_map(|pair| pair.strip_prefix("room="));
    match room {
        Some(room) if room.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            Some(format!("/preview/room/{room}.png"))
        }
        None if query.split('&').any(|pair| pair.starts_with("game=")) => {
            Some(format!("/preview/position?{query}"))
        }
        _ => None,
    }
}

/// A game in a room: who plays what, and how it ended.
fn of_game(game: &GameSummary) -> Preview {
    let meta = game.game.parse::<GameId>().map(GameId::meta);
    let name = meta.map_or_else(|_| Text::same(game.game.clone()), |meta| meta.name);
    let [first, second] = Player::ALL.map(|player| called(&game.players[player]));
    let Text { en, es } = &name;
    let title = Text::owned(
        format!("{} – {}, {en}", first.en, second.en),
        format!("{} – {}, {es}", first.es, second.es),
    );
    let about = match &game.result {
        Some(result) => {
            let points = result.points.map_or_else(String::new, |points| {
                format!(" ({}–{})", points.first, points.second)
            });
            let Text { en, es } = &result.reason;
            let score = &result.score;
            text!("{score}{points}: {en}.", "{score}{points}: {es}.")
        }
        None => Text::new(
            "A game that is being played: look on, or sit down if a seat is open.",
            "Una partida en juego: mírala, o siéntate si queda un asiento libre.",
        ),
    };
    Preview {
        picture: Some(format!("/preview/room/{}.png", game.room)),
        ..Preview::new(title, about)
    }
}

/// What a seat is called.
fn called(seat: &Seat) -> Text {
    match seat {
        Seat::Open => Text::new("open seat", "asiento libre"),
        Seat::Human { name, .. } => Text::same(name.clone()),
        Seat::Machine { level, .. } => text!("machine ({level})", "máquina ({level})"),
        Seat::Trained { run, .. } => text!("network {run}", "red {run}"),
    }
}

/// The page with a head of its own; without one it is the page that says that there is nothing here.
fn with_head(app: &App, found: Option<&Preview>, uri: &Uri, headers: &HeaderMap) -> Response {
    let Some(index) = damero_ui::asset("index.html") else {
        return ApiError::not_found().into_response();
    };
    let lang = language(headers);
    let status = if found.is_some() {
        StatusCode::OK
    } else {
        StatusCode::NOT_FOUND
    };
    let nothing = Preview::new(Text::new("There is nothing here", "Aquí no hay nada"), ABOUT);
    let Preview {
        title,
        about,
        picture,
    } = found.unwrap_or(&nothing);
    let (picture, card) = match picture {
        Some(picture) => (escaped(picture), "summary_large_image"),
        None => ("/icon-512.png".to_owned(), "summary"),
    };
    let (title, about) = (escaped(title.get(lang)), escaped(about.get(lang)));
    let base = escaped(&base(app, headers));
    let path = escaped(uri.path());
    let whole = if title == "Damero" {
        title.clone()
    } else {
        format!("{title} · Damero")
    };
    let head = format!(
        "<title>{whole}</title>\n\
         <meta name=\"description\" content=\"{about}\">\n\
         <meta property=\"og:site_name\" content=\"Damero\">\n\
         <meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{about}\">\n\
         <meta property=\"og:url\" content=\"{base}{path}\">\n\
         <meta property=\"og:image\" content=\"{base}{picture}\">\n\
         <meta name=\"twitter:card\" content=\"{card}\">"
    );
    let text = String::from_utf8_lossy(index.bytes).replacen(TITLE, &head, 1);
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let etag = format!("\"{:016x}\"", hasher.finish());
    let common = [
        (header::ETAG, etag.clone()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::VARY, "Accept-Language".to_owned()),
        (header::CONTENT_TYPE, index.mime.to_owned()),
    ];
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    if status == StatusCode::OK && known.is_some_and(|known| known.contains(&etag)) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (status, common, text).into_response()
}

/// Spanish for those who ask for it before English, as the page itself does.
fn language(headers: &HeaderMap) -> Lang {
    let wanted = headers
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|value| value.to_str().ok());
    let mut tags = wanted.unwrap_or_default().split(',').map(str::trim);
    match tags.find(|tag| tag.starts_with("es") || tag.starts_with("en")) {
        Some(tag) if tag.starts_with("es") => Lang::Es,
        _ => Lang::En,
    }
}

/// Scheme, host and port as the visitor typed them; links in a preview must be whole.
fn base(app: &App, headers: &HeaderMap) -> String {
    app.origin.clone().unwrap_or_else(|| {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let scheme = if app.https { "https" } else { "http" };
        format!("{scheme}://{}", host.unwrap_or("localhost"))
    })
}

/// Names come from visitors: what would end an attribute or begin an element is written out.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_visitor_wrote_becomes_an_element() {
        assert_eq!(
            escaped("\"><script>&"),
            "&quot;&gt;&lt;script&gt;&amp;",
            "a name in a head"
        );
    }

    #[test]
    fn the_first_language_that_there_is_wins() {
        for (wanted, lang) in [
            ("es-ES,en;q=0.8", Lang::Es),
            ("de, en;q=0.9, es;q=0.8", Lang::En),
            ("", Lang::En),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, wanted.parse().expect("a header"));
            assert_eq!(language(&headers), lang, "{wanted}");
        }
    }
}
