//! Carts are tested here.

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_cart_has_no_total() {
        assert!(Cart::new().total().is_err());
    }

    #[test]
    #[should_panic]
    fn text_is_kept() {
        let text = "a
    b";
        panic!("{}", text);
    }
}
