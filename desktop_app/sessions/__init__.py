"""Conversations: the live one, those imported, and what a prompt gets of memory. No door."""
