"""What a file is made of: languages as data, trees, and the fallback without a grammar."""
