"""When a dream runs by itself, and what is said of that. What a dream does stands elsewhere."""
