//! Games in PGN.
