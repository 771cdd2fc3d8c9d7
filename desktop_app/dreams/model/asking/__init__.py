"""One question to a model: its prompt, its room, its answer, and what is known of its habits."""
