"""The manual, searched like a notebook: by an index of its pages in memory."""

import sqlite3
from dataclasses import dataclass
from functools import lru_cache

from desktop_app import manual
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.layout import FileKind
from desktop_app.search import rows, schema
from desktop_app.search.find import BUDGET, find
from desktop_app.search.hits import Hit, hits
from desktop_app.search.query import Query, plan
from desktop_app.search.snippet import Span, plain_snippet

_MOST = 200  # lines


@dataclass(frozen=True)
class ManualHit:
    """A section of a page, the first on the page's title, and the line in it that says most.

    `line` counts from 1 in the page's source. `heading` is "" for what stands below the title.
    """

    page: manual.ManualPage
    heading: str
    line: int
    snippet: str
    marks: tuple[Span, ...]

    @property
    def title(self) -> str:
        """Where it stands: `Search › The index`."""
        return " › ".join(filter(None, (self.page.title, self.heading)))


def sections(text: str) -> list[ManualHit]:
    """The sections that say `text`, or else some of its words, the best first. What is new in a
    version is left out."""
    pages = tuple(page for page in manual.pages() if page.path != manual.NEW)
    tables, query = _tables(pages), Query(text, limit=_MOST)
    steps = plan(text)
    found = hits(tables, query, steps, find(tables, query, steps, BUDGET)[0])
    named = {page.path: page for page in pages}
    best: dict[tuple[str, str], ManualHit] = {}
    for one in (_told(named[hit.path], hit) for hit in found):
        best.setdefault((one.page.path, one.heading), one)
    return list(best.values())


def words_of(hit: ManualHit) -> list[str]:
    """What is marked in the hit's line, each once."""
    return list(dict.fromkeys(hit.snippet[start:end] for start, end in hit.marks))


def _told(page: manual.ManualPage, hit: Hit) -> ManualHit:
    """The section of a line; a heading is the first line of its own."""
    is_title = page.text.splitlines()[hit.line - 1].startswith("#")
    heading = hit.text if is_title else hit.heading
    snippet, marks = plain_snippet(hit.text, hit.marks)
    return ManualHit(page, heading if heading != page.title else "", hit.line, snippet, marks)


@lru_cache(maxsize=1)
def _tables(pages: tuple[manual.ManualPage, ...]) -> sqlite3.Connection:
    made = sqlite3.connect(":memory:", isolation_level=None)
    schema.migrate(made)
    due: list[int] = []
    for page in pages:
        snapshot = Snapshot(page.path, page.text.encode(), page.path)
        lines = rows.written(rows.said(None, snapshot))
        due += rows.put(made, None, FileKind.DAYS, None, snapshot, None, lines)
    rows.index(made, due)
    return made
