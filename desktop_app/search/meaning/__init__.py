"""Search by meaning: embedders, vectors, and how both kinds of hits join. Off unless chosen."""
