//! The names and ratings of those at a board, as the page shows them.

use damero_games::{ByPlayer, GameId};
use damero_store::{Store, StoreError};

use super::setup::Chair;
use crate::rating;
use crate::wire::Seat;

/// What the page shows of the people at a board.
pub(crate) async fn load_people(
    store: &dyn Store,
    game: GameId,
    chairs: &ByPlayer<Chair>,
) -> Result<Vec<Seat>, StoreError> {
    let mut people = Vec::new();
    let seated = [&chairs.first, &chairs.second].map(Chair::machine);
    if seated != [None, None] {
        let rows = store.machine_ratings(&game.to_string()).await?;
        for machine in seated.into_iter().flatten() {
            let row = rows.iter().find(|row| row.user == machine.name());
            people.push(Seat::Machine {
                level: machine.name().to_owned(),
                rating: row.map(|row| rating::shown(row.rating)),
                provisional: row.is_none_or(rating::provisional),
            });
        }
    }
    for id in [chairs.first.person(), chairs.second.person()]
        .into_iter()
        .flatten()
    {
        let Some(user) = store.user(id).await? else {
            continue;
        };
        let row = rating::row(&store.ratings(id).await?, id, &game.to_string());
        people.push(Seat::Human {
            id: user.id,
            name: user.name,
            guest: user.guest,
            rating: rating::shown(row.rating),
            provisional: rating::provisional(&row),
        });
    }
    Ok(people)
}
