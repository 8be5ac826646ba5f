//! Tables from files.

use anyhow::{Context, bail};
use datafusion::execution::options::ArrowReadOptions;
use datafusion::prelude::{CsvReadOptions, ParquetReadOptions, SessionContext};
use std::path::{Path, PathBuf};

/// Parses `NAME=FILE`.
pub(crate) fn named(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, file)) if !name.is_empty() && !file.is_empty() => {
            Ok((name.to_owned(), PathBuf::from(file)))
        }
        _ => Err("expected NAME=FILE".to_owned()),
    }
}

/// Makes a table of a file. Positions of other formats than columns are read by the function
/// `positions`.
pub(crate) async fn register(
    session: &SessionContext,
    name: &str,
    path: &Path,
    final_positions: bool,
) -> anyhow::Result<()> {
    std::fs::metadata(path)?;
    let Some(file) = path.to_str() else {
        bail!("the name is not UTF-8");
    };
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension.map(str::to_ascii_lowercase).as_deref() {
        Some("parquet") => {
            let options = ParquetReadOptions::default();
            session.register_parquet(name, file, options).await?;
        }
        Some("csv") => {
            session
                .register_csv(name, file, CsvReadOptions::new())
                .await?
        }
        Some("arrow") => {
            session
                .register_arrow(name, file, ArrowReadOptions::default())
                .await?
        }
        _ => {
            let file = file.replace('\'', "''");
            let ends = if final_positions { ", 'final'" } else { "" };
            let rows = session
                .sql(&format!("select * from positions('{file}'{ends})"))
                .await?;
            session
                .register_table(name, rows.into_view())
                .context("the name")?;
        }
    }
    Ok(())
}
