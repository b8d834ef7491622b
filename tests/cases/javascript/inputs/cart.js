class Cart {
  #items = [];

  /** What all cost. */
  get total() {
    return this.#items.length;
  }

  set total(value) {
    this.#items.length = value;
  }

  // Adds one.
  add(item) {
    if (item.free) {
      return;
    } else if (item.bad) {
      throw new Error("bad {");
    } else {
      this.#items.push(item);
    }
  }

  clear() {}
}
