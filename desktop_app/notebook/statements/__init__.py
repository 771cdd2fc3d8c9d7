"""The one reader of what notes and memory say: statements, and what is left out of them by form.

Knows Markdown and the marks of programs, no meaning.
"""
