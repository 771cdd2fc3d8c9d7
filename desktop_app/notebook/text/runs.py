"""Words of one look, of which a page is set. Knows marks by name, no Qt."""

from typing import NamedTuple


class TextRun(NamedTuple):
    """Words of one look. Marks: `strong em code strike link image`; `href` where it leads,
    or where an image lies that is no link.
    """

    text: str
    marks: frozenset[str] = frozenset()
    href: str = ""
