"""What files become with the accepted changes of a dream. Pure: bytes and changes in."""

import posixpath
import re
from collections import Counter
from collections.abc import Sequence

from desktop_app.dreams.proposal import Change, ChangeKind
from desktop_app.notebook.bullets import Add, Bullet, Close, Edit, MemoryFile, Remove, Replace
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.text.pins import unpinned

_GO = (ChangeKind.REMOVED, ChangeKind.MOVED)
_TO_A_NOTE = re.compile(r"\[[^\]]*\]\((?!\w+:)([^)\s#]+\.md)[^)]*\)")
_AN_INDEX = 2  # bullets that lead to a note each


def written(
    data: bytes, changes: Sequence[Change], path: str = Layout().memory
) -> tuple[bytes, tuple[Change, ...], tuple[Change, ...]]:
    """New bytes, the changes in them, and the accepted ones that found no bullet.

    `path` is where they stand. A heading whose bullets all move to a topic file goes with them. A
    pinned bullet is found by no change.
    """
    memory = MemoryFile(data)
    edits: list[Edit] = []
    done: list[Change] = []
    unwritten: list[Change] = []
    lines_taken: set[int] = set()
    moved: list[Bullet] = []
    for change in changes:
        if not change.accepted:
            continue
        bullets_or_none = [_bullet(memory, old, change, lines_taken) for old in change.old]
        bullets = [bullet for bullet in bullets_or_none if bullet is not None]
        if len(bullets) < len(change.old) or (change.kind not in _GO and not change.new):
            unwritten.append(change)
            continue
        lines_taken.update(bullet.line for bullet in bullets)
        done.append(change)
        if change.makes_file:
            continue
        if change.kind in _GO:
            edits += [Remove(bullet) for bullet in bullets]
            moved += bullets if change.kind == ChangeKind.MOVED else []
        elif bullets and not change.both:
            edits.append(Replace(bullets[0], unpinned(change.new or "")))
            edits += [Remove(bullet) for bullet in bullets[1:]]
        elif memory.find(change.new or "") is None:
            edits.append(Add(change.heading, change.new or ""))
    edits += _index(memory, path, [change for change in done if change.kind == ChangeKind.MOVED])
    adds = {edit.heading.casefold() for edit in edits if isinstance(edit, Add)}
    closed = (one for one in memory.emptied(frozenset(moved)) if one.title.casefold() not in adds)
    return memory.changed([*edits, *map(Close, closed)]), tuple(done), tuple(unwritten)


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


def _index(memory: MemoryFile, path: str, moved: Sequence[Change]) -> list[Add]:
    """A line for each new topic file, where memory has such lines already."""
    lines = [(one, match[1]) for one in memory.bullets if (match := _TO_A_NOTE.match(one.text))]
    if len(lines) < _AN_INDEX:
        return []
    known = {posixpath.normpath(there) for _, there in lines}
    titles = {posixpath.relpath(c.to, posixpath.dirname(path) or "."): _title(c) for c in moved}
    heading = lines[-1][0].heading
    return [Add(heading, f"[{titles[to]}]({to})") for to in titles if to not in known]


def _bullet(memory: MemoryFile, text: str, change: Change, used: set[int]) -> Bullet | None:
    """The bullet with this text nearest to where the dream saw it; none that is pinned."""
    same = [b for b in memory.bullets if b.text == text and b.line not in used and not b.pinned]
    return min(same, key=lambda bullet: abs(bullet.line - change.line), default=None)
