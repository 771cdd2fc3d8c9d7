"""Colours, type, icons and the style sheet, for the whole window."""
