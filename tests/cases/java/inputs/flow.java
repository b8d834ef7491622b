class Flow {
    long weigh(List<Item> items) {
        if (items.isEmpty()) {
            throw new EmptyException("none");
        } else if (items.size() > MAX) {
            log.warn("many");
        } else {
            log.info("ok");
        }
        for (Item item : items) {
            switch (item.kind()) {
                case FREE:
                    continue;
                case HALF:
                case REDUCED:
                    sum += item.price() / 2;
                    break;
                default:
                    sum += item.price();
            }
        }
        try (Reader reader = open()) {
            reader.read();
        } catch (IOException | RuntimeException error) {
            log.error("x", error);
        } finally {
            close();
        }
        String text = switch (id) {
            case 1 -> "one";
            case 2 -> {
                yield "two";
            }
            default -> "many";
        };
        return sum;
    }
}
