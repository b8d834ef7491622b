class Cart {
    int total;

    Cart(int total) {
        this.total = total;
    }

    int sum(List<Item> items) {
        int sum = 0;
        for (Item item : items) {
            sum += item.sum(); // sum
        }
        return sum + total;
    }
}
