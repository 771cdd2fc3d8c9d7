"""Markdown to read: pages, pictures, search in a page, PDF."""
