//! Records in groups of equal values, with counts and means.

use itertools::Itertools;
use serde_json::{Value as Json, json};
use setwise_formats::{ColumnKind, Extras, GameBatch, GameColumn, Record};
use setwise_program::failure::usage;
use setwise_program::table::Table;
use setwise_values::{Analyses, Named, Seen};
use std::{collections::BTreeMap, num::NonZeroU32};

/// The records of a batch, their analyses, and the extras that the input has for them.
pub(super) struct Batch<'a> {
    pub(super) records: &'a mut Vec<Record>,
    pub(super) extras: &'a Extras,
    pub(super) analyses: &'a mut Analyses,
}

/// Statistics of records, to which batches are added.
pub(super) trait Describe: Clone + Send + Sync {
    /// The columns of games that are read.
    fn columns(&self) -> Vec<GameColumn>;

    /// Whether games are added in place of records.
    const GAMES: bool = false;

    /// Adds the rows of games that are in the sets.
    fn add_games(&mut self, _games: &GameBatch, _sets: &[u64]) {}

    /// Adds the records of a batch. `marks` says for which of them the condition holds; they are
    /// empty without one.
    fn add_batch(&mut self, batch: &mut Batch<'_>, marks: &[bool]);

    fn merge(&mut self, other: &Self);
}

/// The groups, by the values of a name.
#[derive(Clone)]
pub(super) struct Groups {
    name: String,
    by: Named,
    /// Numbers are rounded down to multiples of it.
    step: Option<i64>,
    means: Vec<(String, Named)>,
    groups: BTreeMap<Key, Group>,
}

/// The value of a group. Missing values are the last ones.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Number(i64),
    Text(String),
    Missing,
}

#[derive(Clone, Default)]
struct Group {
    records: u64,
    games: u64,
    matching: u64,
    /// The sums of the means, and the numbers of records that have them.
    sums: Vec<(i128, u64)>,
    first_game: Option<NonZeroU32>,
    last_game: Option<NonZeroU32>,
}

impl Groups {
    /// Makes groups of a name, such as `WhiteElo/200`, with the means of other names.
    pub(super) fn new(by: &str, means: &[String]) -> anyhow::Result<Self> {
        let (name, step) = match by.split_once('/') {
            Some((name, step)) => (name, Some(step)),
            None => (by, None),
        };
        let find = |name: &str, option: &str| {
            Named::find(name).map_err(|why| usage(format!("{option}: {why}")))
        };
        let is_number = |named: &Named| match named {
            Named::Value(_) => true,
            Named::Column(column) => column.kind() == ColumnKind::Number,
        };
        let mut found = find(name, "--by")?;
        let parsed = step.map(|step| step.parse::<u32>().ok().filter(|&step| step > 0));
        let step = match (step, parsed) {
            (Some(step), Some(None)) => {
                return Err(usage(format!(
                    "--by: `{step}` is no step, which is a whole number above 0"
                )));
            }
            (_, parsed) => parsed.flatten().map(i64::from),
        };
        if step.is_some() && !is_number(&found) {
            found = match found {
                Named::Column(column) if GameColumn::named(name).is_none() => {
                    Named::Column(column.as_number())
                }
                _ => {
                    return Err(usage(format!(
                        "--by: `{name}` is a text, which has no steps"
                    )));
                }
            };
        }
        let means = means.iter().map(|mean| {
            let found = find(mean, "--mean")?;
            match is_number(&found) {
                true => Ok((mean.clone(), found)),
                false => Err(usage(format!("--mean: `{mean}` is a text"))),
            }
        });
        Ok(Self {
            name: name.to_owned(),
            by: found,
            step,
            means: means.collect::<anyhow::Result<_>>()?,
            groups: BTreeMap::new(),
        })
    }

    /// The names of the groups and of the means.
    fn named(&self) -> impl Iterator<Item = &Named> {
        self.means.iter().map(|(_, named)| named).chain([&self.by])
    }

    pub(super) fn text(&self, has_condition: bool) -> String {
        let rows = self.groups.iter().collect_vec();
        let count = |number: u64| number.to_string();
        let is_number = rows.iter().any(|(key, _)| matches!(key, Key::Number(_)));
        let title = match self.step {
            Some(step) => format!("{}/{step}", self.name),
            None => self.name.clone(),
        };
        let key = |row: &&(&Key, &Group)| match row.0 {
            Key::Number(number) => number.to_string(),
            Key::Text(text) => text.clone(),
            Key::Missing => "missing".to_owned(),
        };
        let mut table = match is_number {
            true => Table::of(&rows).number(title, |text: String| text, |row| key(&row)),
            false => Table::of(&rows).text(title, |row| key(&row)),
        };
        table = table.number("records", count, |row| row.1.records);
        table = table.number("games", count, |row| row.1.games);
        if has_condition {
            let share =
                |(part, all): (u64, u64)| format!("{:.3}%", 100.0 * part as f64 / all as f64);
            table = table.number("matching", count, |row| row.1.matching);
            table = table.number("share", share, |row| (row.1.matching, row.1.records));
        }
        for (i, (name, _)) in self.means.iter().enumerate() {
            let mean = |mean: f64| format!("{mean:.2}");
            table = table.number(format!("mean {name}"), mean, move |row| row.1.mean(i));
        }
        table.verbatim()
    }

    pub(super) fn to_json(&self, file: &str, has_condition: bool) -> Json {
        let groups = self.groups.iter().map(|(key, group)| {
            let means = self.means.iter().enumerate();
            let means: Json = means
                .map(|(i, (name, _))| (name.clone(), group.mean(i)))
                .collect();
            json!({
                "value": match key {
                    Key::Number(number) => json!(number),
                    Key::Text(text) => json!(text),
                    Key::Missing => Json::Null,
                },
                "records": group.records,
                "games": group.games,
                "matching": has_condition.then_some(group.matching),
                "means": means,
            })
        });
        json!({"file": file, "by": self.name, "step": self.step, "groups": groups.collect::<Json>()})
    }
}

impl Describe for Groups {
    fn columns(&self) -> Vec<GameColumn> {
        let columns = self.named().filter_map(|named| match named {
            Named::Column(column) => Some(column.clone()),
            Named::Value(_) => None,
        });
        columns.collect()
    }

    fn add_batch(&mut self, batch: &mut Batch<'_>, marks: &[bool]) {
        // Columns need no analyses.
        if self.named().any(|named| matches!(named, Named::Value(_))) {
            batch.analyses.load(batch.records);
        }
        let columns = batch.extras.columns();
        let place = |named: &Named| match named {
            Named::Column(column) => columns.place_of(column),
            Named::Value(_) => None,
        };
        let number = |named: &Named, place: Option<usize>, i: usize, record: &Record| match named {
            Named::Value(value) => value.of(&Seen::new(record, batch.analyses, i)),
            Named::Column(_) => columns.number(place?, batch.extras.row_of(record)?),
        };
        let text = |place: Option<usize>, record: &Record| {
            columns.text(place?, batch.extras.row_of(record)?)
        };
        let by = place(&self.by);
        let means: Vec<_> = self
            .means
            .iter()
            .map(|(_, named)| (named, place(named)))
            .collect();
        for (i, record) in batch.records.iter().enumerate() {
            let key = match number(&self.by, by, i, record) {
                Some(number) => Key::Number(match self.step {
                    Some(step) => number.saturating_sub(number.rem_euclid(step)),
                    None => number,
                }),
                None => text(by, record).map_or(Key::Missing, |text| Key::Text(text.to_owned())),
            };
            let group = self.groups.entry(key).or_default();
            group.records += 1;
            group.matching += u64::from(marks.get(i).is_some_and(|&holds| holds));
            if record.game.is_some() && record.game != group.last_game {
                group.games += 1;
                group.last_game = record.game;
                group.first_game = group.first_game.or(record.game);
            }
            group.sums.resize(means.len(), (0, 0));
            for ((sum, count), (named, place)) in group.sums.iter_mut().zip(&means) {
                if let Some(number) = number(named, *place, i, record) {
                    (*sum, *count) = (*sum + i128::from(number), *count + 1);
                }
            }
        }
    }

    fn merge(&mut self, other: &Self) {
        for (key, more) in &other.groups {
            let group = self.groups.entry(key.clone()).or_default();
            group.records += more.records;
            // A game may go on from batch to batch.
            let goes_on = more.games > 0 && more.first_game == group.last_game;
            group.games += more.games - u64::from(goes_on);
            group.last_game = more.last_game.or(group.last_game);
            group.first_game = group.first_game.or(more.first_game);
            group.matching += more.matching;
            group.sums.resize(self.means.len(), (0, 0));
            for (sum, more) in group.sums.iter_mut().zip(&more.sums) {
                *sum = (sum.0 + more.0, sum.1 + more.1);
            }
        }
    }
}

impl Group {
    fn mean(&self, i: usize) -> Option<f64> {
        let (sum, count) = *self.sums.get(i)?;
        (count > 0).then(|| sum as f64 / count as f64)
    }
}
