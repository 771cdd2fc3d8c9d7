"""Markdown's own small rules and the forms of other programs, as pure functions over lines."""
