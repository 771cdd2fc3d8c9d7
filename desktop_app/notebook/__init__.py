"""The files of a notebook: how they are found, read, changed, kept in history and taken back.

Every byte of a notebook passes here. No index, no dream.
"""
