"""What the inbox asks a person about memory, and what can be answered. Pure."""

from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256

from desktop_app.dreams.comparing.gist import gist
from desktop_app.notebook.source import Source
from desktop_app.words import tr


class InboxKind(StrEnum):
    """What a question is about, the most valuable first."""

    CONTRADICTION = "contradiction"
    PASSED = "passed"
    OLD = "old"


class InboxAnswer(StrEnum):
    """What a person may say to a question.

    `KEEP` is for the first line, `TAKE` for the other one. `LATER` has it come again in a week.
    """

    KEEP = "keep"
    TAKE = "take"
    BOTH = "both"
    STILL = "still"
    GONE = "gone"
    EDIT = "edit"
    LATER = "later"
    NEVER = "never"


KEYS = {
    InboxAnswer.KEEP: "1",
    InboxAnswer.TAKE: "2",
    InboxAnswer.BOTH: "3",
    InboxAnswer.STILL: "Y",
    InboxAnswer.GONE: "C",
    InboxAnswer.EDIT: "E",
    InboxAnswer.LATER: "L",
    InboxAnswer.NEVER: "N",
}
"""The key of each answer, on a card and in place of its name on the command line."""

_OF_TWO = (InboxAnswer.KEEP, InboxAnswer.TAKE, InboxAnswer.BOTH)
_OF_ONE = (InboxAnswer.STILL, InboxAnswer.GONE, InboxAnswer.EDIT)
_ALWAYS = (InboxAnswer.LATER, InboxAnswer.NEVER)
_SHORT = 8  # letters of a key that name a question


@dataclass(frozen=True)
class InboxItem:
    """A question about a bullet of memory.

    `text` is the bullet; `other` another one that speaks against it, or "" where none does. `why`
    says in a sentence why it is asked. `sources` are where both stand, the bullet first. `fixed`
    are texts of the two that are pinned. `weight` orders questions of a kind.
    """

    kind: InboxKind
    text: str
    why: str
    sources: tuple[Source, ...]
    other: str = ""
    fixed: frozenset[str] = frozenset()
    weight: float = field(default=0.0, compare=False)

    @property
    def key(self) -> str:
        """What stays the same while it is the same question: its texts, wherever they stand."""
        return key_of(self.text, self.other)

    @property
    def id(self) -> str:
        """The name of the question for a person."""
        return self.key[:_SHORT]

    @property
    def answers(self) -> tuple[InboxAnswer, ...]:
        """What may be said to it."""
        if not self.other:
            return (*_OF_ONE, *_ALWAYS)
        goes = {InboxAnswer.KEEP: self.other, InboxAnswer.TAKE: self.text}
        return (*(one for one in _OF_TWO if goes.get(one) not in self.fixed), *_ALWAYS)


def key_of(*texts: str) -> str:
    """The hash of what a question is about; case, width, marks and spaces do not count.

    One text alone is one question, whatever makes it doubtful.
    """
    keys = sorted(gist(text).key for text in texts if text)
    return sha256("\x1f".join(keys).encode("utf-8", "surrogateescape")).hexdigest()


WORDS = {
    InboxAnswer.KEEP: tr("Keep the first"),
    InboxAnswer.TAKE: tr("Keep the second"),
    InboxAnswer.BOTH: tr("Both are right"),
    InboxAnswer.STILL: tr("Still true"),
    InboxAnswer.GONE: tr("No longer true"),
    InboxAnswer.EDIT: tr("Edit"),
    InboxAnswer.LATER: tr("Later"),
    InboxAnswer.NEVER: tr("Never ask"),
}
"""What each answer is called."""
