use std::collections::HashMap;
use std::fmt;

/// One article.
#[derive(Debug, Clone)]
pub struct Line {
    /// As printed.
    pub name: String,
    pub count: u32, // never zero
    price: u64,
}

#[derive(Debug)]
pub enum Error {
    Empty,
    /// Too many lines.
    TooMany { limit: usize },
    Other(String),
}

impl<T: Priced> Cart<T> {
    pub fn new() -> Self {
        Self { lines: Vec::new() }
    }

    /// Sums the prices.
    #[must_use]
    #[inline]
    pub fn total(&self) -> u64 {
        self.lines.iter().map(Priced::price).sum()
    }

    fn limit(&self) -> Option<usize> { None }
}

impl<T> fmt::Display for Cart<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} lines", self.lines.len())
    }
}
