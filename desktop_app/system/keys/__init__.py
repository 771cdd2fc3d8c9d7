"""A key that is heard whichever program has the keyboard: one way to take it for each system."""
