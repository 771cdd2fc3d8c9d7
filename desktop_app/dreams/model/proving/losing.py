"""What a new line of memory would lose of the lines it takes the place of. Knows texts only."""

from collections.abc import Sequence

from desktop_app.dreams.builtin.relate import aboutness, contradicts, has_old, repeats, subjects
from desktop_app.dreams.builtin.sense import Sense, sense
from desktop_app.dreams.model.answers.words import says_change

_ABOUT = 0.5  # the share of an old line's words that a note must have to be about it

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
    lost = _lost(was, said)
    told = [sense(note) for note in notes]
    explicit = [
        subject
        for note in notes
        for subject in subjects(note)
        if aboutness(was, subject) and has_old(was, subject.shift)
    ]
    if explicit:
        gone = frozenset().union(*(sense(subject.shift.old).bag for subject in explicit))
        facts = frozenset().union(*(sense(subject.shift.old).facts for subject in explicit))
        names = {name for name in was.names if name not in said.bag}
        kept = (was.facts - facts) <= said.facts and names <= gone
        return "" if kept else LESS
    about = [note for note in told if _about(was, note)]
    if not about:
        return OTHER
    if not any(says_change(note.text) for note in about):
        return NO_CHANGE if lost or any(contradicts(was, note) for note in about) else ""
    kinds = {kind for kind, _ in said.facts - was.facts}
    gone_for_good = {kind for kind, _ in was.facts - said.facts} - kinds
    return LESS if gone_for_good or _names_lost(was, said, about) else ""


def ends(old: str, note: str) -> str:
    """How sure a note is that what `old` says is over: supported, partly or unsupported."""
    was, said = sense(old), sense(note)
    explicit = any(
        aboutness(was, subject) and has_old(was, subject.shift) for subject in subjects(note)
    )
    if explicit or (was.denies != said.denies and contradicts(was, said)):
        return "supported"
    return "partly" if _about(was, said) and says_change(note) else "unsupported"


def _lost(was: Sense, said: Sense) -> bool:
    """Whether facts, names or most words of a line are not in the new one."""
    names = {name for name in was.names if name not in said.bag}
    missing = was.bag - said.bag
    return bool(was.facts - said.facts or names) or 2 * len(missing) > len(was.bag)


def _names_lost(was: Sense, said: Sense, notes: Sequence[Sense]) -> bool:
    spoken = frozenset().union(*(note.bag for note in notes))
    return any(name not in said.bag and name not in spoken for name in was.names)


def _lines_lost(old: str, new: str) -> bool:
    """Whether lines below the first one would go."""
    kept = {line.strip() for line in new.split("\n")}
    return any(line.strip() and line.strip() not in kept for line in old.split("\n")[1:])


def _about(was: Sense, note: Sense) -> bool:
    return bool(was.bag) and len(was.bag & note.bag) >= _ABOUT * len(was.bag)
