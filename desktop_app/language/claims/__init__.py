"""What a sentence claims, read so that two texts can be compared. Pure functions over text.

`reading` cuts a text into words and clauses; every other module compares one thing: hard facts,
denials, plans, who is meant, plain words. None of them knows files, days of a notebook or dreams.
"""
