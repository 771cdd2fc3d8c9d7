"""Search by words: the index, the query, the ranking, and the watcher that keeps the index fresh.

It reads the notebook and never writes into it.
"""
