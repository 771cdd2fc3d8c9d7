"""Lines of the answers to several parts, as the last question has them and the last answer may.

Pure; knows items of answers.
"""

from collections.abc import Iterator, Mapping, Sequence

from desktop_app.dreams.comparing.gist import gist
from desktop_app.dreams.consolidator.answer import Item
from desktop_app.dreams.proposal import ChangeKind


def drafts(items: Sequence[Item], titles: Mapping[str, str]) -> Iterator[str]:
    """The items in the form of an answer: sections with their lines, and the new titles at the end,
    where no line stands below them. `titles` are those of memory by their marks.
    """
    above = ""
    for item in items:
        if item.kind != ChangeKind.RETITLED:
            under = item.heading or ""
            if under != above:
                yield f"## {titles.get(under, under)}" if under else "(-)"
            above = under
            yield _line(item)
    retitled = (item for item in items if item.kind == ChangeKind.RETITLED)
    yield from (f"## {item.text}{_cited(item.marks)}" for item in retitled)


def going(item: Item) -> tuple[str, ...]:
    """The marks of the lines of memory that a retirement takes."""
    return item.goes or tuple(mark for mark in item.marks if mark.startswith("M"))


def stands(item: Item, other: Item) -> bool:
    """Whether another item is about a statement that this one is about, or has all it says."""
    if not _about(item).isdisjoint(_about(other)):
        return True
    if ChangeKind.RETIRED in (item.kind, other.kind):  # its text is a reason
        return False
    one, two = gist(item.text), gist(other.text)
    return bool(one.bag) and one.bag <= two.bag and one.value_keys <= two.value_keys


def _about(item: Item) -> frozenset[str]:
    return frozenset(going(item) if item.kind == ChangeKind.RETIRED else item.marks)


def _line(item: Item) -> str:
    text = " ".join(item.text.split())
    if item.kind != ChangeKind.RETIRED:
        return f"- {text}{_cited(item.marks)}"
    goes = going(item)
    says = [mark for mark in item.marks if mark not in goes]
    return f"- REMOVE{_cited(goes)} {text}{_cited(says)}"


def _cited(marks: Sequence[str]) -> str:
    return f" {{{', '.join(marks)}}}" if marks else ""
