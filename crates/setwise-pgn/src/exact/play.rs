//! Plays the moves of a game.

use super::scan::Scan;
use crate::spelling::{self, NULL_MOVES};
use crate::start::Start;
use crate::{error::ReadError, notice::Notice};

/// A reason and its place.
type Damage = (ReadError, usize);

/// Plays the moves of a game, up to the first damage.
pub(super) fn play(scan: &mut Scan, text: &[u8]) {
    let damage = scan.game.damage.take();
    scan.game.damage = match start(scan, text) {
        Err(damage) => Some(damage),
        Ok(start) => {
            scan.game.start = start;
            let end = damage.as_ref().map_or(usize::MAX, |(_, at)| *at);
            play_until(scan, text, end).err().or(damage)
        }
    };
}

/// Plays the moves before a byte of the text.
fn play_until(scan: &mut Scan, text: &[u8], end: usize) -> Result<(), Damage> {
    let Scan { game, places, .. } = scan;
    let mut position = game.start.position;
    let mut is_standard = true;
    for place in places.iter().take_while(|place| place.start() < end) {
        let (name, found) = spelling::find(&position, place.of(text));
        match found {
            Ok(played) => {
                match played {
                    Some(played) => {
                        is_standard &= spelling::is_standard(&position, played, name);
                    }
                    None => game.notices.insert(Notice::NullMove),
                }
                position = position.after(played);
                game.moves.push(played);
                game.starts.push((place.end() - name.len()) as u32);
            }
            Err(_) if NULL_MOVES.contains(&name) => {
                let why = ReadError::Structure("the turn cannot pass in check");
                return Err((why, place.start()));
            }
            Err(error) => {
                let why = ReadError::San(error, game.moves.len());
                return Err((why, place.start()));
            }
        }
    }
    if !is_standard {
        game.notices.insert(Notice::MoveSpelling);
    }
    Ok(())
}

/// Reads the position in which a game begins.
fn start(scan: &mut Scan, text: &[u8]) -> Result<Start, Damage> {
    if let Some(place) = scan.variant {
        let variant = place.of(text);
        let is_it = |name: &str| variant.eq_ignore_ascii_case(name.as_bytes());
        if OTHER_NAMES.split(',').any(is_it) {
            scan.game.notices.insert(Notice::VariantName);
        } else if !NAMES.split(',').any(is_it) {
            let name = String::from_utf8_lossy(variant).into_owned();
            return Err((ReadError::Variant(name), place.start()));
        }
    }
    let is_set_up = scan.set_up.is_none_or(|place| place.of(text) != b"0");
    let Some(place) = scan.fen.filter(|_| is_set_up) else {
        return Ok(Start::default());
    };
    let fen = str::from_utf8(place.of(text)).map_err(|_| ReadError::NotUtf8);
    let start = fen.and_then(|fen| Start::from_fen(fen).map_err(ReadError::Fen));
    let start = start.map_err(|reason| (reason, place.start()))?;
    if start.has_number_zero {
        scan.game.notices.insert(Notice::MoveNumberZero);
    }
    Ok(start)
}

/// Names of orthodox chess and Chess960. The first one is empty.
const NAMES: &str = "\
    ,?,chess,normal,standard,from position,chess960,chess 960,fischerandom,fischerrandom";

/// Names of orthodox chess, of Chess960 and of double Chess960 that few programs write.
const OTHER_NAMES: &str = "\
    standard chess,orthodox,orthodox chess,chess-960,frc,dfrc,fischer random,\
    fischer random chess,double fischer random chess,double chess960,wild/fr,freestyle";
