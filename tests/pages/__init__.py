"""Pages of docs/ that are made from the code: `make pages` writes them, a test holds them current."""
