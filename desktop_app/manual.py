"""The manual: short pages of Markdown that ship with the program. Knows their order, no window."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from desktop_app import languages, resources
from desktop_app.regex import regex
from desktop_app.words import tr

FIRST = "index.md"
NEW = "new.md"  # made of the list of changes
_LINK = regex(r"\]\(([a-z-]+\.md)\)")
_TITLE = regex(r"# (.+)")


class ManualPage(NamedTuple):
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
    """The first page, the others in the order of its contents; and what is new, in the only
    language in which it is written."""
    first = read(FIRST)
    contents = first.text.rpartition("\n## ")[2]
    linked = (read(path) for path in dict.fromkeys(_LINK.findall(contents)))
    translated = (resources.folder() / "help" / languages.chosen()).is_dir()
    return (first, *linked) if translated else (first, *linked, _what_is_new())


def saying(words: Sequence[str]) -> tuple[ManualPage, ...]:
    """The pages in which all of these words stand, whatever their case; what is new is left out."""
    every = (page for page in pages() if page.path != NEW)
    return tuple(one for one in every if all(word in one.text.casefold() for word in words))


def line_of(page: ManualPage, words: Sequence[str]) -> int:
    """The first line of a page, from 1, with the most of these words."""
    counts = [sum(word in line.casefold() for word in words) for line in page.text.split("\n")]
    return 1 + counts.index(max(counts))


def _what_is_new() -> ManualPage:
    title, changes = tr("What is new"), (resources.beside() / "CHANGELOG.md").read_text("utf-8")
    return ManualPage(NEW, title, changes.replace("# Changelog", f"# {title}", 1))


def read(path: str) -> ManualPage:
    """A page in the language of the person."""
    english = resources.folder() / "help" / path
    translated = english.parent / languages.chosen() / path
    text = (translated if translated.is_file() else english).read_text(encoding="utf-8")
    title = _TITLE.match(text)
    assert title, f"{path} begins with its title"
    return ManualPage(path, title[1], text)
