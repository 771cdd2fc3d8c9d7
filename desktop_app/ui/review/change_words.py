"""What is to be decided, in a person's words: kinds, states, answers, reasons, sources; and where a
proposal stands in its notebook now, whose files may have changed since. Knows no widget."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from desktop_app import dates
from desktop_app.dates import lasted
from desktop_app.dreams.carry_over import TAKEN_BACK
from desktop_app.dreams.guard import sentence
from desktop_app.dreams.proposal import (
    AGENT,
    CHAT,
    GOING,
    KIND_WORDS,
    Change,
    ChangeKind,
    Doubt,
    Proposal,
    Support,
)
from desktop_app.dreams.result import IN_FILE, Place, standing_in
from desktop_app.dreams.runs import dreamer_in_words
from desktop_app.dreams.stale import is_stale
from desktop_app.language import gate
from desktop_app.language.doubts import DoubtKind
from desktop_app.memory import Memory
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.layout import Layout
from desktop_app.ui.parts.inspector import QuotedLine
from desktop_app.words import as_sentence, counted, cut, spanned, together, tr


class State(StrEnum):
    """Where a change stands, or what was said to it."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    BOTH = "both"
    HELD = "held"
    GONE = "gone"  # accepted, and its line was edited since
    LATER = "later"


ALL = "all"
KEYS: dict[str, str] = {
    State.ACCEPTED: "A", State.REJECTED: "R", State.BOTH: "B", State.LATER: "L",
}  # fmt: skip
MOST, BESIDE = 4, 3  # quotes that are shown, and places beside each of them
LONGEST = 300  # characters of a quote
_LONGEST_PLACE = 40  # characters of where a line goes


def changes(count: int) -> str:
    return counted("1 change", "{count} changes", count)


def state_of(change: Change) -> str:
    """What the person, or the engine beforehand, says of a change.

    `both`: of a question, old and new line stay. `held` is not wholly proved and stays out until
    somebody says otherwise; `open` waits for a word.
    """
    if change.accepted:
        return State.BOTH if change.both else State.ACCEPTED
    if change.decided:
        return State.REJECTED
    return State.OPEN if verdict_of(change) == Support.SUPPORTED else State.HELD


def asks(change: Change) -> bool:
    """Whether it is a question between an old line and a new one, neither of them wrong."""
    return change.kind == ChangeKind.QUESTION and bool(change.old)


def answers_to(change: Change) -> dict[str, tuple[str, str]]:
    """What can be said to it, in the order of its buttons: the offer, and the word once said."""
    if asks(change):
        return {
            State.REJECTED: (tr("Keep the old line"), tr("Old line kept")),
            State.BOTH: (tr("Keep both"), tr("Both kept")),
            State.ACCEPTED: (tr("Use the new one"), tr("New one used")),
        }
    yes = tr("Accept") if verdict_of(change) == Support.SUPPORTED else tr("Accept anyway")
    return {State.REJECTED: (tr("Reject"), tr("Rejected")), State.ACCEPTED: (yes, tr("Accepted"))}


def state_word(change: Change) -> str:
    """Accepted, Rejected, Both kept, Held back, Undecided; in the words of its buttons."""
    state = state_of(change)
    if offered := answers_to(change).get(state):
        return offered[1]
    return tr("Held back") if state == State.HELD else tr("Undecided")


def kind_word(kind: str) -> str:
    return KIND_WORDS.get(kind, kind).capitalize()


def asked_word(change: Change) -> str:
    if asks(change):
        return tr("Which is true?")
    if change.kind == ChangeKind.MOVED:
        place = change.to or change.heading or "MEMORY.md"
        return tr("Moved to %1", cut(place, _LONGEST_PLACE))
    return tr("Remove") if change.kind in GOING else kind_word(change.kind)


def title_of(change: Change) -> str:
    """The first line of what comes, else of what goes, without Markdown's signs."""
    line = (change.new or "".join(change.old[:1])).split("\n")[0]
    line = line.lstrip("# ") if change.makes_file else line
    return line.replace("**", "").replace("`", "")


def doubts_of(change: Change) -> tuple[Doubt, ...]:
    """Its doubts; of a person's own wording, which needs no proof, only that its lines are gone."""
    own = change.proposed is not None
    return tuple(one for one in change.doubts if not own or one.kind == DoubtKind.GONE)


def verdict_of(change: Change) -> Support:
    """How far the notes say the line as it reads now, and as they are."""
    if is_stale(change):
        return Support.PARTLY
    return change.verdict if change.proposed is None else Support.SUPPORTED


def reason_of(change: Change) -> str:
    """Why it is proposed, and by whom if that is not who dreamt; "" for neither."""
    return together(_why(change), proposed_by(change.by) if change.by else "")


def proposed_by(name: str) -> str:
    return as_sentence(tr("proposed by %1", dreamer_in_words(name)))


def _why(change: Change) -> str:
    """As a sentence; "" where its doubts say it already."""
    if change.proposed is not None:
        return tr("In your own words. The dream proposed: “%1”", change.proposed)
    said = [doubt.message for doubt in doubts_of(change)]
    unsaid = verdict_of(change) == Support.UNSUPPORTED  # a warning has said it already
    if not change.reason or change.reason in said or unsaid:
        return ""
    return change.reason if change.reason[-1] in ".!?。！？" else as_sentence(change.reason)


def warnings_of(change: Change) -> Iterator[str]:
    yield from dict.fromkeys(doubt.message for doubt in doubts_of(change))
    if verdict_of(change) == Support.UNSUPPORTED and not change.doubts:
        yield tr("No source found for this line. A dream may only use what you wrote.")
    elif verdict_of(change) == Support.PARTLY and not change.doubts:
        yield tr("Only partly supported by your notes. Compare it with its source.")
    waits = change.undone and not change.decided
    if waits and (change.card or TAKEN_BACK not in _why(change)):  # a card's line shows no reason
        yield as_sentence(TAKEN_BACK)


def made_words(proposal: Proposal, names: "Names") -> str:
    """qwen3:8b · read 19 Nov – 22 Nov · 41 s."""
    parts = [by_words(proposal)]
    if days := sorted(proposal.days_read):
        ends = dict.fromkeys(dates.short(day, names.today) for day in (days[0], days[-1]))
        parts.append(tr("read %1", spanned(ends)))
    if proposal.seconds:  # the rest of a dream of which a part was written took no time of its own
        parts.append(lasted(proposal.seconds))
    return " · ".join(parts)


def by_words(proposal: Proposal) -> str:
    """qwen3:8b; By claude-code, checked here; Nightstand without a model."""
    by = dreamer_in_words(proposal.engine, proposal.model)
    checked = proposal.engine in (AGENT, CHAT)
    return tr("By %1, checked here", by) if checked else by


@dataclass(frozen=True)
class Names:
    """How places of a notebook are called."""

    today: date
    layout: Layout = field(default_factory=Layout)

    def of(self, path: str, line: int) -> str:
        """20 Nov · line 6, or MEMORY.md · line 9."""
        day = self.layout.date_of(path)
        name = dates.short(day, self.today) if day else path.rpartition("/")[2]
        return f"{name} · {tr('line %1', f'{line:,}')}"


def grouped(
    sources: Sequence[QuotedLine], known: Collection[str] = ()
) -> list[tuple[str, list[QuotedLine]]]:
    """Each quote once with the places that say it.

    What is `known` is not said again: such places stand alone, and only where there are no others.
    """
    groups = defaultdict[str, list[QuotedLine]](list)
    for source in {(one.path, one.line, one.quote): one for one in sources}.values():
        groups["" if source.quote in known else source.quote].append(source)
    if len(groups) > 1:
        groups.pop("", None)
    return list(groups.items())


@dataclass(frozen=True)
class Standing:
    """`memory` is MEMORY.md as it is, `after` as it would be with what is accepted.

    `places` are where in memory each change finds what it takes; `gone` are
    the changes that find none of it, and why; `doubted` those that a yes to many leaves, and why.
    `lost` is a sentence on what memory would no longer say.
    """

    names: Names
    memory: MemoryFile
    after: str
    places: Mapping[int, tuple[Place, ...]]
    gone: Mapping[int, str]
    doubted: Mapping[int, str]
    lost: str = ""

    def without_known(self, proposal: Proposal) -> Proposal:
        """The proposal without what the file has already: nothing of that waits."""
        return proposal.only(c for c in proposal.changes if self.gone.get(c.n) != IN_FILE)

    def counted(self, proposal: Proposal) -> tuple[list[str], list[Proposal]]:
        """The states of its changes, and what of it still counts."""
        known = self.without_known(proposal)
        lost = {one.n for one in known.changes if one.accepted and one.n in self.gone}
        states = [State.GONE if one.n in lost else state_of(one) for one in known.changes]
        return states, [known.only(one for one in known.changes if one.n not in lost)]

    @property
    def before(self) -> str:
        return _shown(self.memory.data)


def standing_of(memory: Memory, proposal: Proposal) -> Standing:
    """Read what there is. Blocks: run it in a thread. Raises Problem when a file can't be read."""
    now = memory.files.bullets()
    places, gone = standing_in(now, proposal.changes)
    waiting = {
        one.n: gate.reason_of(why)
        for one in proposal.changes
        if (why := gate.doubted(one.new or "")) is not None
    }
    return Standing(
        Names(memory.today(), memory.layout),
        now,
        _shown(memory.dreams.preview(proposal)),
        places,
        gone,
        waiting,
        sentence(memory.dreams.lost(proposal)),
    )


def _shown(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\r\n", "\n")
