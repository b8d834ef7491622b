"""What those who have not read the help would call, and whether it works; see README.md here."""
