"""The list of days, the calendar above it, and what can be done with a day."""
