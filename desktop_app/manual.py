"""The manual: short pages of Markdown that ship with the program. Knows their order, no window."""

import re
from dataclasses import dataclass
from functools import cache

from desktop_app import resources

FIRST, KEYS = "index.md", "keys.md"  # in the window, KEYS ends with the list of all keys
_LINK = re.compile(r"\]\(([a-z-]+\.md)\)")
_TITLE = re.compile(r"# (.+)")


@dataclass(frozen=True)
class ManualPage:
    """One page. `path` is its file's name, by which the other pages link to it."""

    path: str
    title: str
    text: str

    @property
    def name(self) -> str:
        """What a person calls it on the command line."""
        return self.path.removesuffix(".md")


@cache
def pages() -> tuple[ManualPage, ...]:
    """The first page, then the others in the order in which it links to them."""
    first = _read(FIRST)
    return (first, *(_read(path) for path in dict.fromkeys(_LINK.findall(first.text))))


def _read(path: str) -> ManualPage:
    text = (resources.folder() / "help" / path).read_text(encoding="utf-8")
    title = _TITLE.match(text)
    assert title, f"{path} begins with its title"
    return ManualPage(path, title[1], text)
