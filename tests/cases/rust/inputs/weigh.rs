fn weigh(items: &[Item]) -> Result<u64, Error> {
    if items.is_empty() {
        return Err(Error::Empty);
    } else if let Some(limit) = limit(items) {
        return Err(Error::TooMany { limit });
    } else {
        log("ok");
    }
    let mut sum = 0;
    for item in items {
        match item.weight() {
            0 => continue,
            1 | 2 => {
                sum += 1;
            }
            weight if weight > 1000 => sum += weight / 2,
            weight => sum += weight,
        }
    }
    unsafe {
        touch(items);
    }
    let names = items.iter().map(|item| {
        item.name()
    });
    Ok(sum)
}
