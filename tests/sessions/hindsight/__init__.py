"""What is an error, and what ended it."""
