"""Dreams: from days to changes of MEMORY.md that are proved, reviewed, applied and undone.

Flushes of conversations into days belong here, too. No window, no command and no door.
"""
