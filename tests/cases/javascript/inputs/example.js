describe("cart", () => {
  beforeEach(() => {
    reset();
  });

  it("adds", () => {
    expect(add(1)).toBe(1);
  });

  it("removes", async () => {
    expect(await remove(1)).toBe(0);
  });
});
