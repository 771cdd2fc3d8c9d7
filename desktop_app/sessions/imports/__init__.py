"""Exports of other programs: found out, previewed, brought in, taken back."""
