"""How much of each memory a prompt gets, within its budget of tokens."""
