"""What went wrong in conversations of agents, and what they may learn from it."""
