"""A text out of everything that is kept: files, history, index, and what comes back later."""
