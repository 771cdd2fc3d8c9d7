"""A mind consolidates memory: what it is shown, what it answers, and the changes that this makes.

The mind may be a model, an agent or a chat; nothing here knows which. What it says in a second
reading is asked and believed here; the proof stands in `dreams.proof`.
"""
