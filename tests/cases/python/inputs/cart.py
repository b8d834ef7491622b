class Cart:
    def total(
        self,
        lines,
    ):
        net = sum(
            line.net
            for line in lines
        )
        return net

    def count(self, lines):
        return len(lines)
