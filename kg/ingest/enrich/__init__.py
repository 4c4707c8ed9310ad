"""What is derived from content: index text and vectors. May arrive late; never content."""
