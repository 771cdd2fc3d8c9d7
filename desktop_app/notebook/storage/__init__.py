"""How bytes reach the disk and stay there: swap, append, locks, paths that stay inside.

What the bytes say is not known here.
"""
