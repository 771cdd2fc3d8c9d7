"""The rows of Settings as one table, and the few that are more than a row."""
