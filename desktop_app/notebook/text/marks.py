"""Signs of text that people write for themselves, as patterns to build on. Knows no file.

Markdown's own bullets, which decide what a bullet of MEMORY.md is, are `outline`'s.
"""

from desktop_app.regex import regex

LIST_MARK = r"(?:[-*+•]|\d{1,3}[.)])"
"""What a line of a list begins with: the sign or the number, without the space behind it."""

_BEGINS = regex(rf"\s*(?:>\s*)*(?:#{{1,6}}\s+)?(?:{LIST_MARK}\s+(?:\[[ xX]\]\s+)?)?")

NOT_UTF8 = regex("[\ud800-\udfff]")
"""A byte that is no UTF-8, as it stands in a text that was read."""


def bare(line: str) -> str:
    """A line without the marks it begins with: of a quote, a heading, a list, a box."""
    return _BEGINS.sub("", line, count=1)
