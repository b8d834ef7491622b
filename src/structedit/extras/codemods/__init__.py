"""One query or script over many files, all of it written at once."""
