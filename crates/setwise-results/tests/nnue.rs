//! Files of the benchmark of NNUE features.

mod common;

use common::assert_refused;
use setwise_results::Document;
use setwise_results::nnue::*;

const TEXT: &str = r#"{
  "format": "setwise-nnue/2",
  "origin": {
    "cpu": {"model":"Some CPU","arch":"x86_64","cores":2,"features":["avx2","bmi2"]},
    "rustc": "rustc 1.95.0",
    "flags": "",
    "time": "2026-05-20",
    "command": "setwise bench-nnue"
  },
  "code": [],
  "run": {
    "rounds": 2,
    "cycle": [0.25,0.26],
    "best": "avx2",
    "lookup": "pext",
    "source": "made by hand",
    "stride": 128,
    "cases": [
      {"name":"threats","set":"FullThreats","output":"csr","bytes":4,"positions":1000,"features":31.5,"threads":false}
    ],
    "rows": [
      {"case":"threats","contender":"avx2","threads":1,"seconds":[0.5,0.25]}
    ]
  }
}
"#;

#[test]
fn a_file_survives_reading_and_writing() {
    let file = NnueFile::parse(TEXT).unwrap();
    let text = file.to_json().unwrap();
    assert_eq!(NnueFile::parse(&text).unwrap(), file);
    assert!(text.contains("\n      {\"name\":\"threats\""), "{text}");
    assert_eq!(file.run.cases[0].output, Output::Csr);
}

#[test]
fn wrong_files() {
    let case = "{\"name\":\"threats\",\"set\":\"FullThreats\",\"output\":\"csr\",\"bytes\":4,\"positions\":1000,\"features\":31.5,\"threads\":false}";
    let cases = [
        ("nnue/2", "nnue/3", "the format is `setwise-nnue/3`"),
        ("\"rounds\": 2", "\"rounds\": 0", "`rounds` is 0"),
        ("[0.25,0.26]", "[0.25]", "1 numbers, but there were 2"),
        ("[0.25,0.26]", "[0.25,0]", "an impossible time"),
        ("\"best\": \"avx2\"", "\"best\": \" \"", "`best` is empty"),
        ("\"name\":\"threats\"", "\"name\":\"\"", "no usable name"),
        (
            case,
            &format!("{case},{case}"),
            "two cases of the name `threats`",
        ),
        ("\"positions\":1000", "\"positions\":0", "has no positions"),
        ("31.5", "10001", "10001 features per row are impossible"),
        ("31.5", "-1", "-1 features per row are impossible"),
        ("Some CPU", " ", "`cpu.model` is empty"),
        ("\"case\":\"threats\"", "\"case\":\"other\"", "other"),
    ];
    for (from, to, reason) in cases {
        assert_refused::<NnueFile>(TEXT, from, to, reason);
    }
    let mut file = NnueFile::parse(TEXT).unwrap();
    file.run.best.clear();
    assert!(file.to_json().is_err());
}
