"""Nightstand: the memory of an AI agent, or of a person, kept as plain Markdown."""

__version__ = "0.1.0"
