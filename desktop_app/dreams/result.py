"""What files become with the accepted changes of a dream. Pure: bytes and changes in."""

import posixpath
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from desktop_app.dreams.proposal import GOING, Change, ChangeKind
from desktop_app.errors import Problem
from desktop_app.notebook.bullets import Add, Close, Edit, MemoryFile, Replace, Retitle, memory_file
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.statements.markdown import StatementForm
from desktop_app.notebook.text.bullet_lines import unpinned
from desktop_app.words import tr

Place = tuple[int, int]
"""A line of MEMORY.md, from 1, and where in the file a statement begins there; 0 for a heading."""
IN_FILE = tr("Already in the file.")
_PINNED = tr(
    "This line is pinned, so the change cannot be applied. Unpin it first, or reject this."
)
_EDITED = tr("This line was edited after the dream. The next dream looks at it anew.")


def written(
    data: bytes, changes: Iterable[Change]
) -> tuple[bytes, tuple[Change, ...], tuple[Change, ...]]:
    """New bytes, the changes in them, and the accepted ones that found no statement.

    A heading goes when all that stood below it went elsewhere. A pinned
    statement is found by no change.
    """
    result = _Result(memory_file(data))
    done: list[Change] = []
    unwritten: list[Change] = []
    for change in changes:
        if change.accepted:
            (done if result.takes(change) else unwritten).append(change)
    return result.data(), tuple(done), tuple(unwritten)


def is_in_file(memory: MemoryFile, change: Change) -> bool:
    """Whether memory says word for word what a change would add."""
    adds = change.kind == ChangeKind.ADDED and not change.old and not change.to
    return adds and memory.find(unpinned(change.new or "")) is not None


def standing_in(
    memory: MemoryFile, changes: Iterable[Change]
) -> tuple[dict[int, tuple[Place, ...]], dict[int, str]]:
    """Where each change finds what it takes in memory, and why those that do not are gone."""
    pinned = {one.text for one in memory.statements if one.pinned}
    places: dict[int, tuple[Place, ...]] = {}
    gone: dict[int, str] = {}
    taken: set[int] = set()
    for change in changes:
        places[change.n] = tuple(_places(change, memory, taken))
        taken.update(start for _, start in places[change.n])
        if is_in_file(memory, change):
            gone[change.n] = IN_FILE
        elif len(places[change.n]) < len(change.old):
            gone[change.n] = _PINNED if pinned.intersection(change.old) else _EDITED
    return places, gone


def _places(change: Change, memory: MemoryFile, taken: Collection[int]) -> Iterator[Place]:
    """The places nearest to where the dream saw them; what no other change takes comes first."""
    own: set[int] = set()
    for text in change.old:
        if change.kind == ChangeKind.RETITLED:
            heading = memory.titled(text, change.line)
            yield from [(heading.line, 0)] if heading else []
        else:
            one = memory.nearest(text, change.line, {*taken, *own} if own else taken)
            if one and not one.pinned and one.start not in own:
                own.add(one.start)
                yield one.line, one.start


class _Result:
    def __init__(self, memory: MemoryFile) -> None:
        self.memory = memory
        self.edits: list[Edit] = []
        self._taken: set[int] = set()  # where statements begin that a change has taken
        self._away: list[Bullet] = []  # what stands elsewhere from now on
        self._titles: dict[str, str] = {}  # the new titles of headings, and those they have

    def takes(self, change: Change) -> bool:
        """Whether a change can be made; it is, then."""
        if change.kind == ChangeKind.RETITLED:
            return self._retitles(change)
        found = (self.memory.nearest(old, change.line, self._taken) for old in change.old)
        bullets = [one for one in found if one and not one.pinned and one.start not in self._taken]
        goes = change.kind in (*GOING, ChangeKind.MOVED)
        if len(bullets) < len(change.old) or not (goes or change.new):
            return False
        edits = [] if change.makes_file else self._edits(change, bullets)
        if any(bullet.form == StatementForm.ROW for bullet in bullets):
            try:
                self.memory.changed(edits)
            except Problem:  # it does not fit into its row
                return False
        self.edits += edits
        self._taken.update(bullet.start for bullet in bullets)
        return True

    def data(self) -> bytes:
        """The file with all of it. An addition under a new title goes below the heading that gets
        it."""
        edits = [
            edit._replace(heading=self._titles[edit.heading.casefold()])
            if isinstance(edit, Add) and edit.heading.casefold() in self._titles
            else edit
            for edit in self.edits
        ]
        adds = {edit.heading.casefold() for edit in edits if isinstance(edit, Add)}
        emptied = self.memory.emptied(frozenset(self._away))
        closed = (Close(one) for one in emptied if one.title.casefold() not in adds)
        return self.memory.changed([*edits, *closed])

    def _edits(self, change: Change, bullets: Sequence[Bullet]) -> list[Edit]:
        new = unpinned(change.new or "")
        if change.kind in GOING:
            return [*map(Replace, bullets)]
        if change.kind == ChangeKind.MOVED:
            self._away += bullets
            adds = () if change.to else (Add(change.heading, one.full_text) for one in bullets)
            return [*map(Replace, bullets), *adds]
        if not bullets or change.both:
            return [] if self.memory.find(new) else [Add(change.heading, new)]
        first, *others = bullets
        lines = new.split("\n") if change.kind == ChangeKind.SPLIT else [new]
        self._away += others
        taken: list[Edit] = [*map(Replace, others)]
        elsewhere = change.heading.casefold() != first.heading.casefold()
        if elsewhere and change.kind != ChangeKind.QUESTION:
            self._away.append(first)
            return [Replace(first), *taken, *(Add(change.heading, line) for line in lines)]
        beside = (Add(change.heading, line, after=first) for line in lines[1:])
        return [Replace(first, lines[0]), *taken, *beside]

    def _retitles(self, change: Change) -> bool:
        old, new = "".join(change.old[:1]), (change.new or "").strip()
        heading = self.memory.titled(old, change.line)
        if heading is None or not new:
            return False
        self.edits.append(Retitle(heading, new))
        self._titles[new.casefold()] = old
        return True


def topic_with(data: bytes, moved: Sequence[Change]) -> bytes | None:
    """A topic file with the bullets that move there, under their headings; None where its text
    cannot take them as they are.
    """
    text = data if data.strip() else f"# {_title(moved[0])}\n".encode("utf-8", "surrogateescape")
    before = MemoryFile(text)
    in_order = sorted(moved, key=lambda change: change.line)
    after = before.changed([Add(change.heading, old) for change in in_order for old in change.old])
    expected = Counter(old for change in moved for old in change.old)
    texts = (Counter(b.text for b in file.bullets) for file in (MemoryFile(after), before))
    return after if next(texts) == next(texts) + expected else None


def file_with(data: bytes, change: Change) -> bytes:
    """The file that a change makes; where there is one, with the bullets that it has not, each at
    the end of its section."""
    new = f"{(change.new or '').rstrip()}\n".encode("utf-8", "surrogateescape")
    if not data.strip():
        return new
    before = MemoryFile(data)
    known = {bullet.text for bullet in before.bullets}
    news = [one for one in MemoryFile(new).bullets if one.text not in known]
    return before.changed([Add(one.heading, one.text) for one in news])


def _title(change: Change) -> str:
    stem = posixpath.basename(change.to).removesuffix(".md")
    return change.heading or stem.replace("-", " ").capitalize()
