"""Plain text inside Markdown: it is shown as it is, never as headings, lists or HTML.

Knows CommonMark's signs, not what the text is for.
"""

from desktop_app.regex import regex

_BACKSLASH = regex(r"\\(?=[!-/:-@\[-`{-~]|$)")
_ESCAPED = regex(r"\\([!-/:-@\[-`{-~])")
_TAG = regex(r"<(?=[!/?A-Za-z])")
# What would begin a block: heading, list, quote, fence, table, definition; a line of rule or
# underline signs; a line that is emphasised as a whole, as our own remarks in diaries are.
_BLOCK = regex(r"#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|```|~~~|\||\[|[-=*_:|][-=*_:|\s]*$|([*_]).*\1\s*$")
_ORDERED = regex(r"([0-9]{1,9})([.)])(?=\s|$)")


def inline(text: str) -> str:
    """Text for the middle of a line."""
    return _TAG.sub(r"\\<", _BACKSLASH.sub(r"\\\\", text))


def line(text: str) -> str:
    """Text for a line of its own; its indent stays."""
    bare = text.lstrip(" \t")
    safe = _ORDERED.sub(r"\1\\\2", inline(bare), count=1) if _ORDERED.match(bare) else inline(bare)
    return text[: len(text) - len(bare)] + ("\\" if _BLOCK.match(safe) else "") + safe


def read(text: str) -> str:
    """The text that a line of Markdown shows for its escapes."""
    return _ESCAPED.sub(r"\1", text)
