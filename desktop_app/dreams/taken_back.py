"""The text of a file without what a dream has written into it. No proposal is known here."""

from itertools import chain, takewhile

from desktop_app.notebook.bullets import memory_file
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.merge import Overlap, merge3
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.text.compare import regions


def taken_back(
    notebook: Notebook, path: str, before: str, after: str
) -> tuple[Snapshot, bytes | None, tuple[Overlap, ...]]:
    """A file as it is, as it is without what made `after` of `before`, two hashes of its versions,
    and where lines that were edited since stay; None for a file that was not there before."""
    was, became = (notebook.history.find(path, sha) for sha in (before, after))
    current = notebook.read(path)
    conflicts: tuple[Overlap, ...] = ()
    restored = was
    if current.exists and current.data != became:
        merged = merge3(became, was, current.data)
        left, stayed = _with_pinned(current.data, merged.data)
        restored, conflicts = _with_headings(current.data, left), (*merged.conflicts, *stayed)
    made_by_it = not before and not restored
    return current, None if made_by_it else restored, conflicts


def _with_pinned(current: bytes, restored: bytes) -> tuple[bytes, tuple[Overlap, ...]]:
    """The restored text with the pinned bullets as they stand now, and the places that stay so: a
    line of the dream's may have become part of one since."""
    lines, left = current.splitlines(keepends=True), restored.splitlines(keepends=True)
    bullets = (one for one in memory_file(current).bullets if one.pinned)
    pinned = {n for one in bullets for n in range(one.line - 1, one.end_line)}
    parts: list[bytes] = []
    stayed: list[Overlap] = []
    for run in regions(lines, left):
        now, then = (b"".join(lines[run.i : run.i_end]), b"".join(left[run.j : run.j_end]))
        stays = not run.same and not pinned.isdisjoint(range(run.i, run.i_end))
        if stays:
            stayed.append(Overlap(now, then, now, sum(part.count(b"\n") for part in parts) + 1))
        parts.append(now if stays else then)
    return b"".join(parts), tuple(stayed)


def _with_headings(current: bytes, restored: bytes) -> bytes:
    """The restored text with those headings of the current one below which other lines stay, and
    the empty lines around them."""
    lines, left = current.splitlines(keepends=True), restored.splitlines(keepends=True)
    runs = [*regions(lines, left)]
    stay = {n for run in runs if run.same for n in range(run.i, run.i_end) if lines[n].strip()}
    headings, kept = memory_file(current).headings, set[int]()
    for n, one in enumerate(headings):
        behind = (other.line - 1 for other in headings[n + 1 :] if other.level <= one.level)
        if not stay.isdisjoint(range(one.line, next(behind, len(lines)))):
            around = range(one.line, len(lines)), range(one.line - 2, -1, -1)
            air = (takewhile(lambda at: not lines[at].strip(), side) for side in around)
            kept |= {one.line - 1, *chain.from_iterable(air)}
    parts = (  # where others came in place of a heading, it has another title
        left[run.j : run.j_end] or [lines[n] for n in range(run.i, run.i_end) if n in kept]
        for run in runs
    )
    return b"".join(line for part in parts for line in part)
