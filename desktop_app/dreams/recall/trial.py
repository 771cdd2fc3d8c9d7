"""The recall test of memory alone: does MEMORY.md still say what it said? Pure.

A prompt always has MEMORY.md, so what it no longer says is lost there. An answer that a note
replaced by a newer one of its sort is not lost: the newer one is expected in its place.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from desktop_app.dreams.proposal import (
    Change,
    ChangeKind,
    LostAnswer,
    RecallPlace,
    held_back,
)
from desktop_app.dreams.recall.facts import (
    SaidLine,
    hard_facts,
    said,
)
from desktop_app.dreams.recall.questions import RecallQuestion, asked_of, questions_of
from desktop_app.dreams.recall.replaced import turned, unaccounted
from desktop_app.notebook.bullets import Bullet, MemoryFile
from desktop_app.words import counted

_ABOUT = 0.75  # of a question's words, by weight, that a line has to have to answer it
_NEAR = 0.3  # of them that the line has that is shown as what is found instead


@dataclass(frozen=True)
class HeldLine:
    """A line that memory, or a topic file beside it, would have."""

    text: str
    heading: str = ""


class HeldLines:
    """Lines that can be asked for answers."""

    def __init__(self, lines: Iterable[HeldLine]) -> None:
        self.lines = tuple(lines)

    def answer(self, question: RecallQuestion, but: str | None = None) -> HeldLine | None:
        """The line that answers, other than `but`; None for none."""
        return next(
            (
                line
                for line in self._saying(question)
                if line.text != but
                and said(line.text).says(question.fact, question.piece)
                and about(said(line.text), question, line.heading) >= _ABOUT
            ),
            None,
        )

    def nearest(self, question: RecallQuestion) -> HeldLine | None:
        """The line that is most about what is asked, whether it answers or not."""
        scored = [(about(said(one.text), question, one.heading), one) for one in self.lines]
        best = max(scored, key=lambda pair: pair[0], default=None)
        return best[1] if best and best[0] >= _NEAR else None

    def _saying(self, question: RecallQuestion) -> Iterable[HeldLine]:
        """Lines that may answer, cheaply found: they share a word with the question."""
        if not question.words:
            return self.lines
        numbers: set[int] = set()
        for piece in question.words:
            for key in (piece.root[:4], *piece.keys):
                numbers.update(self._by_key.get(key, ()))
        return [self.lines[n] for n in sorted(numbers)]

    @cached_property
    def _by_key(self) -> dict[str, set[int]]:
        lines_with: dict[str, set[int]] = defaultdict(set)
        for n, line in enumerate(self.lines):
            for piece in said(line.text).bag.pieces + said(line.heading).bag.pieces:
                for key in (piece.root[:4], *piece.keys):
                    lines_with[key].add(n)
        return lines_with


def about(line: SaidLine, question: RecallQuestion, heading: str = "") -> float:
    """What share of a question a line has, with its heading: of its words by weight, and of its
    other hard facts; 1 where it has neither."""
    words, facts = question.words, hard_facts(question.text)
    whole = sum(piece.weight for piece in words) + len(facts)
    if not whole:
        return 1.0
    above = said(heading).bag
    known = sum(one.weight for one in words if line.bag.says(one) or above.says(one))
    return (known + sum(map(line.says, facts))) / whole


def cost_words(costs: Sequence[LostAnswer]) -> str:
    """What a change costs, as a reason why it waits."""
    return counted(
        "memory would no longer answer a question about “{answer}”",
        "memory would no longer answer {count} questions, one about “{answer}”",
        len(costs),
        answer=costs[0].answer,
    )


class RecallTrial:
    """Memory as it was, to be asked what a dream would do to its answers."""

    def __init__(self, memory: MemoryFile, path: str) -> None:
        self.memory, self.path = memory, path
        self._questions: dict[Bullet, tuple[RecallQuestion, ...]] = {}

    def questions(self, bullet: Bullet) -> tuple[RecallQuestion, ...]:
        """What a bullet answers."""
        if bullet not in self._questions:
            self._questions[bullet] = questions_of(bullet, self.path)
        return self._questions[bullet]

    def touched(self, changes: Sequence[Change]) -> list[Bullet]:
        """The bullets that these changes take."""
        lines = {old for change in changes for old in change.old}
        return [one for one in self.memory.bullets if one.text in lines]

    def alone(self, change: Change) -> tuple[LostAnswer, ...]:
        """The answers that would be lost if this change were the only one."""
        if not change.old or change.both or change.kind == ChangeKind.MOVED:
            return ()
        gone = set(change.old)
        kept = [HeldLine(one.text, one.heading) for one in self.memory.bullets]
        again = self._doubles(change)
        lines = [one for one in kept if one.text not in gone or one.text in again]
        return self._lost([*lines, *_coming(change)], [change])

    def priced(self, change: Change) -> Change:
        """The change with what it costs; one that costs an answer waits for a person's word."""
        costs = self.alone(change)
        if not costs or not change.accepted or change.decided:
            return replace(change, costs=costs)
        return replace(held_back(change, cost_words(costs)), costs=costs)

    def after(self, data: bytes, changes: Collection[Change]) -> tuple[LostAnswer, ...]:
        """The answers that are lost in `data`, what memory would be with the accepted changes."""
        taken = [change for change in changes if change.accepted]
        lines = [HeldLine(one.text, one.heading) for one in MemoryFile(data).bullets]
        moved = [one for change in taken if change.to for one in _coming(change)]
        return self._lost([*lines, *moved], taken)

    def _doubles(self, change: Change) -> set[str]:
        """What stands in memory more often than the change takes it."""
        texts = [one.text for one in self.memory.bullets]
        return {old for old in change.old if texts.count(old) > change.old.count(old)}

    def _lost(self, lines: list[HeldLine], changes: Sequence[Change]) -> tuple[LostAnswer, ...]:
        there = {line.text for line in lines}
        gone = [one for one in self.memory.bullets if one.text not in there]
        held = HeldLines(lines)
        return tuple(lost for one in gone for lost in self._lost_of(one, held, changes))

    def _lost_of(
        self, bullet: Bullet, held: HeldLines, changes: Sequence[Change]
    ) -> Iterator[LostAnswer]:
        change = next((one for one in changes if bullet.text in one.old), None)
        # What comes in the place of a line is about the same, however few of its words it has.
        whole = (change.new if change else None) or ""
        new, others = _apart(whole, change.old if change else (), bullet.text)
        rivals = _rivals(new, change.old if change else ())
        missing = [
            one
            for one in self.questions(bullet)
            if not _says_as_often(said(new), said(bullet.text), one)
            and (one.fact.sort in rivals or not held.answer(one, whole))
            and not others.answer(one)
            and not (others.lines and _leads(one, bullet) and said(whole).says(one.fact, one.piece))
        ]
        lost = unaccounted(missing, bullet.text, change, self.path)
        if change is not None and not lost:
            lost = [
                asked_of(bullet, self.path, at)
                for at in turned(bullet.text, new, change, self.path)
            ]
        for question in lost:
            nearest = held.nearest(question)
            yield LostAnswer(
                question.text,
                question.answer,
                question.place,
                nearest.text if nearest else "",
                RecallPlace.MEMORY,
                change.n if change else 0,
            )


def _says_as_often(line: SaidLine, old: SaidLine, question: RecallQuestion) -> bool:
    """Whether a line says a fact, and in its form no fewer times than the old line does."""
    fact, often = question.fact, line.often(question.fact)
    return line.says(fact, question.piece) and (not often or often >= old.often(fact))


def _apart(new: str, old: Iterable[str], line: str) -> tuple[str, HeldLines]:
    """What comes in the place of one line of several, and the other lines that stand in it word
    for word: they are not said of this one."""
    others = [one for one in old if one != line and one in new]
    for one in others:
        new = new.replace(one, " ", 1)
    return new, HeldLines(map(HeldLine, others))


def _leads(question: RecallQuestion, bullet: Bullet) -> bool:
    """Whether the answer is what a line begins with: lines of one subject name it once."""
    return not said(bullet.text[: question.fact.start]).bag.pieces


def _rivals(new: str, old: Iterable[str]) -> set[str]:
    """The sorts of which a new line says something that the old ones did not: it would contradict
    a line that still has the old answer. One without a denial contradicts one that denies.
    """
    lines = [said(one) for one in old]
    news = (fact for fact in hard_facts(new) if not any(line.says(fact) for line in lines))
    return {fact.sort for fact in news} | ({"denial"} if new else set())


def _coming(change: Change) -> Iterator[HeldLine]:
    if change.kind == ChangeKind.MOVED:
        yield from (HeldLine(old, change.heading) for old in change.old)
    elif change.new:
        yield HeldLine(change.new, change.heading)
