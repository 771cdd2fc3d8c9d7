"""English and Chinese text as pure functions: words, values, claims, secrets and orders.

No file and no notebook is known here.
"""
