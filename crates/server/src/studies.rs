//! Studies: games with variations and comments that people keep, share and fork. What comes from outside is checked move by
//! move before it is stored, and texts lose the characters that only disturb.

use damero_games::{GameId, InputError, text, with_game};
use damero_store::{StudyHead, StudyRow};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::time::now_ms;
use crate::wire::{Chapter, StudyRequest, Visibility};
use axum::http::StatusCode;

/// The most chapters of a study.
const CHAPTERS: usize = 64;

/// The most nodes of all chapters together.
const NODES: usize = damero_games::tree::MOST_NODES;

/// The longest name of a study or a chapter, and the longest value of a tag.
const NAME: usize = 80;
const TAG: usize = 1_000;

/// The most tags of a chapter.
const TAGS: usize = 40;

/// The most studies of somebody.
pub(crate) const OF_GUEST: i64 = 20;
pub(crate) const OF_ACCOUNT: i64 = 300;

/// What the store keeps as the body.
#[derive(Serialize, Deserialize)]
pub(crate) struct Body {
    pub(crate) chapters: Vec<Chapter>,
}

impl Body {
    /// Reads what was stored.
    ///
    /// # Errors
    /// If it cannot be read, which only another version could explain.
    pub(crate) fn read(row: &StudyRow) -> Result<Self, ApiError> {
        serde_json::from_str(&row.body).map_err(|error| {
            tracing::error!(study = row.head.id, %error, "a study cannot be read");
            ApiError::of_status(StatusCode::INTERNAL_SERVER_ERROR)
        })
    }
}

pub(crate) fn visibility_on_wire(visibility: damero_store::Visibility) -> Visibility {
    match visibility {
        damero_store::Visibility::Private => Visibility::Private,
        damero_store::Visibility::Unlisted => Visibility::Unlisted,
        damero_store::Visibility::Public => Visibility::Public,
    }
}

fn stored(visibility: Visibility) -> damero_store::Visibility {
    match visibility {
        Visibility::Private => damero_store::Visibility::Private,
        Visibility::Unlisted => damero_store::Visibility::Unlisted,
        Visibility::Public => damero_store::Visibility::Public,
    }
}

/// A text without control characters, which some stores refuse and nobody sees.
fn clean(text: &str, longest: usize) -> String {
    let seen = text.chars().filter(|&c| c == '\n' || !c.is_control());
    seen.take(longest).collect::<String>().trim().to_owned()
}

fn named(name: &str, otherwise: &str) -> String {
    let name = clean(&name.replace('\n', " "), NAME);
    if name.is_empty() {
        otherwise.to_owned()
    } else {
        name
    }
}

/// Checks a study and makes the row that is to be stored. This takes its time: every move is played.
///
/// # Errors
/// With the first thing that is wrong.
pub(crate) fn checked(
    mut wanted: StudyRequest,
    id: String,
    owner: String,
    version: i64,
    created: Option<i64>,
) -> Result<StudyRow, ApiError> {
    let refused = |text| ApiError::text(StatusCode::UNPROCESSABLE_ENTITY, "study", text);
    let count = wanted.chapters.len();
    if count == 0 || count > CHAPTERS {
        return Err(refused(text!(
            "a study has from 1 to {CHAPTERS} chapters, not {count}",
            "un estudio tiene de 1 a {CHAPTERS} capítulos, no {count}"
        )));
    }
    let nodes: usize = wanted
        .chapters
        .iter()
        .map(|chapter| chapter.tree.nodes.len())
        .sum();
    if nodes > NODES {
        return Err(refused(text!(
            "a study has at most {NODES} nodes in all its chapters, not {nodes}",
            "un estudio tiene a lo sumo {NODES} nodos en todos sus capítulos, no {nodes}"
        )));
    }
    for (chapter, number) in wanted.chapters.iter_mut().zip(1..) {
        chapter.name = named(&chapter.name, &number.to_string());
        check_tree(&mut chapter.tree)
            .map_err(|error| error.inside(text!("chapter {number}", "capítulo {number}")))?;
    }
    let now = now_ms() as i64;
    let game = wanted.chapters[0].tree.game.clone();
    let chapters = i64::try_from(count).unwrap_or(i64::MAX);
    let body = Body {
        chapters: wanted.chapters,
    };
    Ok(StudyRow {
        head: StudyHead {
            id,
            owner,
            name: named(&wanted.name, "?"),
            game,
            visibility: stored(wanted.visibility),
            chapters,
            version,
            created: created.unwrap_or(now),
            updated: now,
        },
        // Our own types always serialise.
        body: serde_json::to_string(&body).unwrap_or_default(),
    })
}

/// Checks a tree from outside: its texts and every move.
///
/// # Errors
/// With the first thing that is wrong, and where.
pub(crate) fn check_tree(tree: &mut damero_games::GameTree) -> Result<(), InputError> {
    let id: GameId = tree.game.parse()?;
    tree.tags.truncate(TAGS);
    for (name, value) in &mut tree.tags {
        *name = clean(&name.replace(['"', '\\', '\n'], ""), NAME);
        *value = clean(value, TAG);
    }
    tree.tags.retain(|(name, _)| {
        !name.is_empty() && !["Game", "Rules", "Position", "Result"].contains(&name.as_str())
    });
    for node in &mut tree.nodes {
        if node.comment.contains(char::is_control) {
            node.comment = clean(&node.comment, usize::MAX);
        }
    }
    with_game!(id, G => tree.check::<G>())
}
