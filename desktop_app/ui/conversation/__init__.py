"""Talking with a model, and conversations that are read or added."""
