"""A line of the notes beside a line of memory: the same, opposed, or another value for one thing.

Words and values only; what becomes of it is decided in the dream.
"""
