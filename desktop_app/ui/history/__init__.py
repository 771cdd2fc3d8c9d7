"""Versions of a file or a line, compared and restored."""
