//! Files of perft.

mod common;

use common::assert_refused;
use setwise_results::Document;
use setwise_results::perft::*;
use std::path::Path;

const TEXT: &str = r#"{
  "format": "setwise-perft/2",
  "origin": {
    "cpu": {"model":"Some CPU","arch":"x86_64","cores":2,"features":["avx2","bmi2"]},
    "rustc": "rustc 1.95.0",
    "flags": "",
    "time": "2026-05-20",
    "command": "setwise bench-perft"
  },
  "run": {
    "rounds": 2,
    "built_for": [],
    "best": "avx2",
    "trees": [
      {"name":"startpos","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","depth":3,"leaves":8902,"children":400}
    ],
    "arrays": [
      {"name":"in cache","source":"made by hand","positions":2,"moves":40}
    ],
    "rows": [
      {"case":"startpos","contender":"avx2","threads":1,"seconds":[0.5,0.25]},
      {"case":"in cache","contender":"chess","threads":1,"seconds":[null,2.5]}
    ]
  }
}
"#;

#[test]
fn a_file_survives_reading_and_writing() {
    let file = PerftFile::parse(TEXT).unwrap();
    assert_eq!(file.to_json().unwrap(), TEXT);
    let [one, other] = &file.run.rows[..] else {
        panic!("two rows");
    };
    assert_eq!(one.time().unwrap().median, 0.375);
    // Only the second round has both times.
    assert_eq!(one.ratio_to(other).unwrap().median, 10.0);
    assert_eq!(other.ratio_to(one).unwrap().median, 0.1);
}

#[test]
fn wrong_files() {
    let cases = [
        ("\"best\": \"avx2\",", "", "missing field"),
        ("perft/2", "perft/3", "the format is `setwise-perft/3`"),
        ("\"format\"", "\"form\"", "there is no field `format`"),
        ("\"best\"", "\"worst\"", "unknown field `worst`"),
        ("2026-05-20", "20.5.2026", "`time` is `20.5.2026`"),
        ("Some CPU", " ", "`cpu.model` is empty"),
        ("\"rounds\": 2", "\"rounds\": 0", "`rounds` is 0"),
        (
            "\"rounds\": 2",
            "\"rounds\": 3",
            "2 rounds, but the file says 3",
        ),
        ("\"depth\":3", "\"depth\":0", "depth 0, 8902 leaves"),
        ("\"positions\":2", "\"positions\":0", "has no positions"),
        (
            "\"name\":\"in cache\"",
            "\"name\":\"startpos\"",
            "two cases",
        ),
        (
            "\"case\":\"in cache\"",
            "\"case\":\"x\"",
            "there is no case of this name",
        ),
        ("[null,2.5]", "[null,null]", "no round was measured"),
        ("[null,2.5]", "[-1,2.5]", "-1.0) seconds are impossible"),
        ("\"threads\":1", "\"threads\":0", "no thread"),
        (
            "\"case\":\"in cache\",\"contender\":\"chess\"",
            "\"case\":\"startpos\",\"contender\":\"avx2\"",
            "twice",
        ),
    ];
    for (from, to, reason) in cases {
        assert_refused::<PerftFile>(TEXT, from, to, reason);
    }
    let missing = PerftFile::read(Path::new("no/such.json")).unwrap_err();
    assert!(format!("{missing:#}").starts_with("no/such.json: "));
}
