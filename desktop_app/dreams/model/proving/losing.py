"""What a new line of memory would lose of the lines it takes the place of. Knows texts only."""

from collections.abc import Sequence

from desktop_app.dreams.builtin.relate import (
    aboutness,
    contradicts,
    has_new,
    has_old,
    loses,
    repeats,
    spliced,
    subjects,
)
from desktop_app.dreams.builtin.sense import Sense, sense
from desktop_app.dreams.model.answers.words import says_change
from desktop_app.language.changes import Shift

_ABOUT = 0.5  # the share of an old line's words that a note must have to be about it
_LABELS = ("number", "letter")

LESS = "it says less than the line it would replace"
NO_CHANGE = "the notes do not say that it changed"
OTHER = "the notes may be about something else"


def merge_loses(old: Sequence[str], new: str) -> str:
    """Why merging the old lines into `new` must wait for a person, or ""."""
    said = sense(new)
    for text in old:
        was = sense(text)
        if _lost(was, said) or was.denies != said.denies:
            return LESS
    return ""


def update_loses(old: str, new: str, notes: Sequence[str]) -> str:
    """Why putting `new` in the place of `old`, because of these notes, must wait, or ""."""
    was, said = sense(old), sense(new)
    if _lines_lost(old, new):
        return LESS
    if repeats(said, was):
        return ""  # everything stays, something comes
    if explicit := _explicit(was, notes):
        return LESS if all(loses(was, said, shift) for shift in explicit) else ""
    about = [other for note in notes if _about(was, other := sense(note))]
    if not about:
        return OTHER
    if not any(says_change(note.text) for note in about):
        changed = _lost(was, said) or any(contradicts(was, note) for note in about)
        return NO_CHANGE if changed else ""
    return _unexplained(was, said, about)


def speaks_of(note: str, old: str) -> bool:
    """Whether a note is about what `old` says."""
    was = sense(old)
    return bool(_explicit(was, [note])) or _about(was, sense(note))


def in_its_place(old: str, notes: Sequence[str]) -> str | None:
    """`old` with what a note says came in the place of what it says went; None if none does."""
    was = sense(old)
    texts = (spliced(was, shift) for shift in _explicit(was, notes))
    return next((text for text in texts if text is not None), None)


def _explicit(was: Sense, notes: Sequence[str]) -> list[Shift]:
    """The changes that the notes state of this line in so many words."""
    return [
        subject.shift
        for note in notes
        for subject in subjects(note)
        if aboutness(was, subject) and has_old(was, subject.shift)
    ]


def _unexplained(was: Sense, said: Sense, about: Sequence[Sense]) -> str:
    """Why it must wait where notes speak of a change and not of what gave way."""
    lost = was.facts - said.facts
    # A number may be a label: what is said of berth 5 says nothing of berth 4.
    if any(kind in _LABELS for kind, _ in lost) or len(lost) > 1:
        return NO_CHANGE
    came = {kind for kind, _ in said.facts - was.facts}
    spoken = said.bag.union(*(note.bag for note in about))
    less = {kind for kind, _ in lost} - came or not spoken.issuperset(was.names)
    return LESS if less or 2 * len(was.bag - said.bag) > len(was.bag) else ""


def outdated(new: str, notes: Sequence[str]) -> bool:
    """Whether a note says that what `new` tells has given way to something else."""
    said = sense(new)
    return any(
        subject.shift.new is not None
        and has_old(said, subject.shift)
        and not has_new(said, subject.shift)
        and aboutness(said, subject) > 0
        for note in notes
        for subject in subjects(note)
    )


def ends(old: str, note: str) -> str:
    """How sure a note is that what `old` says is over: supported, partly or unsupported."""
    was, said = sense(old), sense(note)
    if _explicit(was, [note]) or (was.denies != said.denies and contradicts(was, said)):
        return "supported"
    return "partly" if _about(was, said) and says_change(note) else "unsupported"


def _lost(was: Sense, said: Sense) -> bool:
    """Whether facts, names or most words of a line are not in the new one."""
    names = {name for name in was.names if name not in said.bag}
    missing = was.bag - said.bag
    return bool(was.facts - said.facts or names) or 2 * len(missing) > len(was.bag)


def _lines_lost(old: str, new: str) -> bool:
    """Whether lines below the first one would go."""
    kept = {line.strip() for line in new.split("\n")}
    return any(line.strip() and line.strip() not in kept for line in old.split("\n")[1:])


def _about(was: Sense, note: Sense) -> bool:
    return bool(was.bag) and len(was.bag & note.bag) >= _ABOUT * len(was.bag)
