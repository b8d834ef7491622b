use std::collections::HashMap;

/// How many units of a product are in stock.
#[derive(Debug, Default)]
pub struct Stock {
    units: HashMap<String, u32>,
}

#[derive(Debug, PartialEq)]
pub enum StockError {
    Unknown(String),
    TooFew { wanted: u32, have: u32 },
}

impl Stock {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn put(&mut self, name: &str, count: u32) {
        *self.units.entry(name.to_string()).or_insert(0) += count;
    }

    pub fn take(&mut self, name: &str, count: u32) -> Result<u32, StockError> {
        let have = self.units.get_mut(name).ok_or(StockError::Unknown(name.to_string()))?;
        if *have < count {
            return Err(StockError::TooFew { wanted: count, have: *have });
        }
        *have -= count;
        Ok(*have)
    }
}

pub fn parse_count(text: &str) -> u32 {
    text.trim().parse().unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes() {
        let mut stock = Stock::new();
        stock.put("pen", 3);
        assert_eq!(stock.take("pen", 2), Ok(1));
    }
}
