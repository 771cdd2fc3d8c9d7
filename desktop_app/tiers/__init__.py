"""Older notes by age and use in another store: one interface, its stores, the rule and the move.

The files of the notebook stay where they are.
"""
