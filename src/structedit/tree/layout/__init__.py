"""How the lines of a file look: their indentation and their endings, and those of new lines."""
