//! Hostile and random orders against a table: what is accepted can be replayed, what is refused changes nothing.

use damero_games::random::seeded;
use damero_games::{ByPlayer, GameId, Player, registry};
use proptest::prelude::*;

use super::connections::Connections;
use super::orders::Plan;
use super::setup::{Chair, Event, Settings};
use super::state::Room;
use crate::catalog::default_rules;
use crate::wire::{Cause, ClockSetting, Offers, Order, Phrase, Presence, Status};

const USERS: [&str; 3] = ["ana", "bob", "eva"];

fn settings(game: GameId, second: Chair, clock: bool) -> Settings {
    Settings {
        game,
        rules: default_rules(game).to_owned(),
        chairs: ByPlayer::new(Chair::Human("ana".to_owned()), second),
        clock: clock.then_some(ClockSetting {
            base_ms: 60_000,
            increment_ms: 1_000,
            odds: None,
        }),
        rated: false,
        public: false,
        start: None,
        opening: Vec::new(),
        host: "ana".to_owned(),
        delay_ms: 0,
    }
}

/// What a client may send, legal moves being chosen by number when the table is known.
#[derive(Clone, Debug)]
enum Attempt {
    Legal(usize),
    Twice(usize, usize),
    Any(Order),
}

fn order() -> impl Strategy<Value = Order> {
    let text = prop_oneof!["[a-h][1-8]", "[A-Z]{4}", "[1-5C][BYRKW]-[1-5F]", "\\PC{0,20}"];
    let seat = prop_oneof![Just(Player::First), Just(Player::Second)];
    prop_oneof![
        (0..40_usize, prop::collection::vec(text, 0..10))
            .prop_map(|(ply, actions)| Order::Move { ply, actions }),
        Just(Order::Undo),
        prop::option::of(seat.clone()).prop_map(|seat| Order::Resign { seat }),
        Just(Order::Draw),
        Just(Order::Decline),
        Just(Order::Abort),
        any::<bool>().prop_map(|draw| Order::Claim { draw }),
        Just(Order::Rematch),
        seat.prop_map(|seat| Order::Sit { seat }),
        (any::<bool>(), any::<u64>()).prop_map(|(paused, delay_ms)| Order::Pace { paused, delay_ms }),
        Just(Order::Step),
        Just(Order::Hint),
        Just(Order::Phrase { phrase: Phrase::Oops }),
    ]
}

fn attempt() -> impl Strategy<Value = Attempt> {
    prop_oneof![
        6 => any::<usize>().prop_map(Attempt::Legal),
        1 => (any::<usize>(), any::<usize>()).prop_map(|(a, b)| Attempt::Twice(a, b)),
        2 => order().prop_map(Attempt::Any),
    ]
}

fn pick(room: &Room, number: usize) -> String {
    let legal = room.game.moves();
    match legal.len() {
        0 => "--".to_owned(),
        count => legal[number % count].clone(),
    }
}

fn resolve(room: &Room, attempt: &Attempt) -> Order {
    let ply = room.log.len();
    let actions = match attempt {
        Attempt::Any(order) => return order.clone(),
        Attempt::Legal(number) => vec![pick(room, *number)],
        Attempt::Twice(one, two) => vec![pick(room, *one), pick(room, *two)],
    };
    Order::Move { ply, actions }
}

/// Everything that can be seen of a table, without its version.
fn seen(room: &Room, now: u64) -> serde_json::Value {
    let mut state = serde_json::to_value(room.state("ana", Presence::default(), now)).expect("JSON");
    state["version"] = 0.into();
    state["head"]["offers"] = serde_json::to_value(Offers::default()).expect("JSON");
    state["head"]["pace"] = serde_json::Value::Null;
    state["head"]["clock"]["running"] = serde_json::Value::Null;
    state
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_orders_leave_a_legal_game_that_can_be_replayed(
        game in prop::sample::select(GameId::ALL),
        alone in any::<bool>(),
        clock in any::<bool>(),
        attempts in prop::collection::vec((0..3_usize, attempt(), 0..3_000_u64), 1..60),
        seed in any::<u64>(),
    ) {
        let second = if alone { Chair::Human("ana".to_owned()) } else { Chair::Open };
        let settings = settings(game, second, clock);
        let mut rng = seeded(seed);
        let mut now = 1_000;
        let mut room = Room::new("room".to_owned(), 0, settings.clone(), now).expect("a table");
        let mut events: Vec<Event> = room.plan_deal(&mut rng).into_iter().collect();
        for event in &events {
            room.apply(event, now).expect("a deal fits");
        }
        for (who, attempt, pause) in attempts {
            now += pause;
            let order = resolve(&room, &attempt);
            let before = seen(&room, now);
            match room.plan(USERS[who], &order, now, |_| true, &mut rng) {
                Ok(Plan::Events(mut planned, result)) => {
                    planned.extend(result.map(|result| Event::End { result }));
                    for event in planned {
                        // Through the store and back.
                        let body = serde_json::to_string(&event).expect("JSON");
                        let event: Event = serde_json::from_str(&body).expect("what was written can be read");
                        room.apply(&event, now).expect("what was planned fits");
                        events.push(event);
                    }
                }
                Ok(Plan::Offers(offers)) => room.offers = offers,
                Ok(_) | Err(_) => prop_assert_eq!(seen(&room, now), before, "nothing has changed"),
            }
            prop_assert_eq!(room.head(now).frame.ply, room.log.len());
            if room.status() == Status::Playing {
                prop_assert!(room.turn().is_some(), "somebody is to move");
            }
        }
        // The log is a legal game.
        let mut game = registry::start(settings.game, &settings.rules).expect("rules");
        for entry in &room.log {
            game.play(&entry.text).expect("a legal game");
        }
        prop_assert_eq!(game.position(), room.game.position());
        // The events give the same room again.
        let mut again = Room::new("room".to_owned(), 0, settings, now).expect("a table");
        again.replay(&events, now).expect("the past fits");
        let (mut one, mut other) = (seen(&room, now), seen(&again, now));
        // Time goes on for those who play, and stands still during a restart.
        for state in [&mut one, &mut other] {
            state["head"]["clock"] = serde_json::Value::Null;
        }
        prop_assert_eq!(one, other);
    }
}

#[test]
fn a_restart_gives_the_clock_a_rest() {
    let settings = settings(GameId::Reversi, Chair::Human("bob".to_owned()), true);
    let mut room = Room::new("room".to_owned(), 0, settings.clone(), 0).expect("a table");
    let mut rng = seeded(1);
    let order = Order::Move {
        ply: 0,
        actions: vec!["f5".to_owned()],
    };
    let plan = room
        .plan("ana", &order, 5_000, |_| false, &mut rng)
        .expect("a legal move");
    let Plan::Events(events, None) = plan else {
        panic!("{plan:?}");
    };
    for event in &events {
        room.apply(event, 5_000).expect("it fits");
    }
    assert_eq!(room.flagged(64_999), None);
    assert_eq!(room.flagged(65_000), Some(Player::Second));
    let mut again = Room::new("room".to_owned(), 0, settings, 1_000_000).expect("a table");
    again.replay(&events, 1_000_000).expect("the past fits");
    assert_eq!(again.flagged(1_074_999), None, "a minute and the rest");
    assert_eq!(again.flagged(1_075_000), Some(Player::Second));
}

#[test]
fn an_order_that_comes_after_the_flag_loses() {
    let settings = settings(GameId::Quarto, Chair::Human("bob".to_owned()), true);
    let mut room = Room::new("room".to_owned(), 0, settings, 0).expect("a table");
    let mut rng = seeded(1);
    let give = |ply, text: &str| Order::Move {
        ply,
        actions: vec![text.to_owned()],
    };
    let Ok(Plan::Events(events, None)) = room.plan("ana", &give(0, "SDRF"), 0, |_| false, &mut rng) else {
        panic!("a legal move");
    };
    room.apply(&events[0], 0).expect("it fits");
    let late = room.plan("bob", &give(1, "a1"), 60_001, |_| false, &mut rng);
    let Ok(Plan::Events(events, Some(result))) = late else {
        panic!("{late:?}");
    };
    assert!(events.is_empty());
    assert_eq!(result.score, "1-0");
}

#[test]
fn a_player_who_stays_connected_and_never_moves_may_be_claimed_against() {
    let half_an_hour = 30 * 60_000;
    for clock in [false, true] {
        let settings = settings(GameId::Reversi, Chair::Human("bob".to_owned()), clock);
        let room = Room::new("room".to_owned(), 0, settings, 0).expect("a table");
        let mut connections = Connections::default();
        for (number, user) in [(1, "ana"), (2, "bob")] {
            let (out, _) = tokio::sync::mpsc::channel(1);
            let address = [127, 0, 0, 1].into();
            connections.join(number, user.to_owned(), address, "x".to_owned(), out);
        }
        connections.update_presence(&room, 0);
        let claim = |user: &str, now: u64| {
            let away = |player: Player| connections.away(&room, player, now) == Some(0);
            room.plan(user, &Order::Claim { draw: false }, now, away, &mut seeded(1))
        };
        assert!(claim("bob", half_an_hour - 1).is_err(), "there is time to think");
        let late = claim("bob", half_an_hour);
        if clock {
            assert!(!matches!(late, Ok(Plan::Events(_, Some(result))) if result.cause == Cause::Abandoned));
            continue;
        }
        let Ok(Plan::Events(_, Some(result))) = late else {
            panic!("{late:?}");
        };
        assert_eq!(result.score, "0-1");
        let waiting = claim("ana", half_an_hour);
        assert!(
            waiting.is_err(),
            "whoever waits for the other loses nothing: {waiting:?}"
        );
    }
}
