//! Which arrangements are positions: everything that the rules keep true is checked here, once.

use super::board::{Board, Line};
use super::floor::{FLOOR_SLOTS, Floor, FloorSlot};
use super::position::Azul;
use super::rules::AzulRules;
use super::setup::{AzulBoardSetup, AzulPhase, AzulSetup};
use super::tiles::{Colour, Tiles};
use super::wall::{complete_rows, wall_column};
use crate::error::SetupError;
use crate::game::Turn;
use crate::lang::Text;
use crate::player::{ByPlayer, Player};

/// No game comes near it; more would not fit the key.
const MAX_SCORE: u16 = 999;

/// Makes a position of an arrangement.
pub(super) fn position(rules: &AzulRules, setup: &AzulSetup) -> Result<Azul, SetupError> {
    let last_round = rules.last_round();
    let round = setup.round;
    if round == 0 || round > last_round {
        return refuse(text!(
            "round {round}: rounds go from 1 to {last_round}",
            "ronda {round}: las rondas van de 1 a {last_round}"
        ));
    }
    let boards = ByPlayer::new(
        board(&setup.boards.first, setup)?,
        board(&setup.boards.second, setup)?,
    );
    sources(setup)?;
    let marker = marker(setup)?;
    phase(setup, &boards, last_round)?;
    total(setup, &boards)?;
    let [a, b, c, d, e] = setup.factories;
    let sources = [a, b, c, d, e, setup.centre];
    let mut game = Azul {
        sources,
        present: Azul::presence(&sources),
        boards: [boards.first, boards.second],
        bag: setup.bag,
        lid: setup.lid,
        round,
        turn: Turn::Chance,
        mover: setup.player,
        marker,
        rules: *rules,
    };
    game.turn = match setup.phase {
        AzulPhase::Play => Turn::Player(setup.player),
        AzulPhase::Deal => Turn::Chance,
        AzulPhase::Over => Turn::Over(game.outcome()),
    };
    Ok(game)
}

fn refuse<T>(problem: Text) -> Result<T, SetupError> {
    Err(SetupError::new(problem))
}

fn board(board: &AzulBoardSetup, setup: &AzulSetup) -> Result<Board, SetupError> {
    if board.score > MAX_SCORE {
        let score = board.score;
        return refuse(text!(
            "{score} points: at most {MAX_SCORE}",
            "{score} puntos: como mucho {MAX_SCORE}"
        ));
    }
    let tiled = match setup.phase {
        AzulPhase::Over => setup.round,
        AzulPhase::Play | AzulPhase::Deal => setup.round - 1,
    };
    let mut lines = [Line::default(); 5];
    for (row, line) in board.lines.iter().enumerate() {
        let number = row + 1;
        let wall = board.wall >> (5 * row) & 31;
        if wall.count_ones() > u32::from(tiled) {
            return refuse(text!(
                "row {number} of a wall has more tiles than rounds were tiled ({tiled})",
                "la fila {number} de un muro tiene más losetas que rondas cerradas ({tiled})"
            ));
        }
        let Some((colour, n)) = *line else { continue };
        if n == 0 || usize::from(n) > number {
            return refuse(text!(
                "{n} tiles in line {number}, which has room for {number}",
                "{n} losetas en la línea {number}, en la que caben {number}"
            ));
        }
        if wall >> wall_column(colour, row) & 1 == 1 {
            return refuse(text!(
                "line {number} holds {colour}, which its row of the wall already has",
                "la línea {number} tiene {colour}, que ya está en su fila del muro"
            ));
        }
        lines[row] = Line::new(colour, u32::from(n));
    }
    Ok(Board::new(board.score, board.wall, lines, floor(&board.floor)?))
}

fn floor(slots: &[FloorSlot]) -> Result<Floor, SetupError> {
    let mut floor = Floor::default();
    let markers = slots.iter().filter(|&&slot| slot == FloorSlot::Marker).count();
    let beside = slots.len() == FLOOR_SLOTS + 1 && slots.last() == Some(&FloorSlot::Marker);
    if markers > 1 || slots.len() > FLOOR_SLOTS && !beside {
        return refuse(Text::new(
            "a floor line holds at most seven tiles and one marker, which lies beside it only when seven tiles fill it",
            "en el suelo caben siete losetas y un marcador, que queda fuera solo si siete losetas lo llenan",
        ));
    }
    for &slot in slots {
        match slot {
            FloorSlot::Tile(colour) => {
                floor.drop_tiles(colour, 1);
            }
            FloorSlot::Marker => floor.take_marker(),
        }
    }
    Ok(floor)
}

fn sources(setup: &AzulSetup) -> Result<(), SetupError> {
    let mut emptied = 0;
    for (i, tiles) in setup.factories.iter().enumerate() {
        let (number, n) = (i + 1, tiles.total());
        match n {
            0 => emptied += 1,
            4 => {}
            _ => {
                return refuse(text!(
                    "factory {number} has {n} tiles: it has four or none",
                    "la fábrica {number} tiene {n} losetas: tiene cuatro o ninguna"
                ));
            }
        }
    }
    let (n, most) = (setup.centre.total(), 3 * emptied);
    if n > most {
        return refuse(text!(
            "tiles in the centre: {n}, but the emptied factories ({emptied}) leave at most {most}",
            "losetas en el centro: {n}, pero las fábricas vaciadas ({emptied}) dejan como mucho {most}"
        ));
    }
    Ok(())
}

/// Who has the marker. While tiles are on offer it is somewhere, between rounds it is nowhere.
fn marker(setup: &AzulSetup) -> Result<Option<Player>, SetupError> {
    let has = |player: Player| setup.boards[player].floor.contains(&FloorSlot::Marker);
    let owners: Vec<Player> = Player::ALL.into_iter().filter(|&player| has(player)).collect();
    let found = owners.len() + usize::from(setup.centre_marker);
    let wanted = usize::from(setup.phase == AzulPhase::Play);
    if found != wanted {
        return refuse(text!(
            "markers M in the centre and on the floors: {found}, not {wanted}",
            "marcadores M en el centro y los suelos: {found}, no {wanted}"
        ));
    }
    Ok(owners.first().copied())
}

fn phase(setup: &AzulSetup, boards: &ByPlayer<Board>, last_round: u16) -> Result<(), SetupError> {
    let boards = [&boards.first, &boards.second];
    let offered = !setup.centre.is_empty() || setup.factories.iter().any(|tiles| !tiles.is_empty());
    let row = boards.iter().any(|board| complete_rows(board.wall) != 0);
    let play = setup.phase == AzulPhase::Play;
    if play != offered {
        return refuse(if play {
            Text::new(
                "a player is to move, but no tile is on offer",
                "le toca a un jugador, pero no hay losetas",
            )
        } else {
            Text::new(
                "tiles are on offer although the round is over",
                "hay losetas aunque la ronda terminó",
            )
        });
    }
    if !play {
        let tiled = |board: &&Board| {
            let full = |(row, line): (usize, &Line)| line.fill() as usize > row;
            board.floor.len() == 0 && !board.lines.iter().enumerate().any(full)
        };
        if !boards.iter().all(tiled) {
            return refuse(Text::new(
                "the round is over, but a full line or a floor line is not cleared",
                "la ronda terminó, pero queda una línea llena o un suelo sin vaciar",
            ));
        }
    }
    match setup.phase {
        AzulPhase::Over if !row && setup.round < last_round => refuse(Text::new(
            "the game is over, but no row of a wall is complete",
            "la partida terminó, pero ninguna fila de un muro está completa",
        )),
        AzulPhase::Play | AzulPhase::Deal if row => refuse(Text::new(
            "a row of a wall is complete, so the game is over",
            "una fila de un muro está completa: la partida terminó",
        )),
        _ => Ok(()),
    }
}

fn total(setup: &AzulSetup, boards: &ByPlayer<Board>) -> Result<(), SetupError> {
    let loose = [setup.centre, setup.bag, setup.lid];
    let on_boards = [boards.first.tiles(), boards.second.tiles()];
    let heaps: Vec<Tiles> = [&setup.factories[..], &loose, &on_boards].concat();
    for colour in Colour::ALL {
        let n: u32 = heaps.iter().map(|heap| heap.count(colour)).sum();
        if n != 20 {
            return refuse(text!(
                "{n} tiles {colour} in all, not 20",
                "{n} losetas {colour} en total, no 20"
            ));
        }
    }
    Ok(())
}
