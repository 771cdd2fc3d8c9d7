"""One dream with a model, all but the asking: material in, questions out, answers in, a draft out.

Pure; knows no model. What it makes of an answer depends on nothing but the answer and the notes.
"""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from desktop_app.dreams.builtin.book import Book
from desktop_app.dreams.builtin.diary import record
from desktop_app.dreams.builtin.dream import dreamt
from desktop_app.dreams.builtin.headings import Headings
from desktop_app.dreams.builtin.relating.relate import contradicts
from desktop_app.dreams.builtin.relating.sense import sense
from desktop_app.dreams.dreamer import Draft, Material
from desktop_app.dreams.model import composing
from desktop_app.dreams.model.answers.parsing import parsed
from desktop_app.dreams.model.answers.rewording import reworded
from desktop_app.dreams.model.answers.tongue import other_script, strange
from desktop_app.dreams.model.answers.voice import voice
from desktop_app.dreams.model.answers.words import names_the_form
from desktop_app.dreams.model.asking.faults import Fault
from desktop_app.dreams.model.proving.alignment import Alignment
from desktop_app.dreams.model.proving.checking import Check, Checker
from desktop_app.dreams.model.proving.judging import Judge, Judged, change_of, kind_of
from desktop_app.dreams.model.proving.ledger import Ledger, Wish
from desktop_app.dreams.model.proving.merging import merged, without_repetition
from desktop_app.dreams.model.reading.material import shown, suspect
from desktop_app.dreams.model.reading.planning import Part, Plan, planned
from desktop_app.dreams.model.reading.prompts import Prompt, a_fence
from desktop_app.dreams.proposal import Aside, Change, change_key
from desktop_app.language.forgetting import to_forget
from desktop_app.language.words import script

MOST_ADDITIONS = 20
MOST_REWORDED = 20
_LONGEST_HEADING = 40
_ORDER = ("updated", "merged", "removed", "added", "question")
_LONGEST_PROSE = 2_400
_AGAINST = "memory says something else"
_OTHER_SCRIPT = "it is not written in the notes' own characters"


@dataclass(frozen=True)
class Heard:
    """What one answer wants and tells; `told` is None when it told nothing.

    `overlooked` says that it wants nothing where the rules would accept something beforehand.
    """

    wishes: tuple[Wish, ...]
    told: tuple[str, str] | None
    overlooked: bool = False


class Dreaming:
    """One dream: `plan`, then for each part `ask` and `hear`, then `judged`, `draft`."""

    def __init__(self, material: Material, check: Check) -> None:
        self.material = material
        self.shown = shown(material)
        text = "\n".join(day.text for day in material.days)
        self.language = script(text)
        self.prompt = Prompt("dream", self.language)
        self.fence = a_fence()
        self.aside: Counter[str] = Counter(aside.why for aside in self.shown.aside)
        self._places = list(self.shown.aside)
        self._book = Book(material.memory, material.memory_path)
        alignment = Alignment(self.shown.notes)
        self._judge = Judge(self.shown, alignment, Checker(self.shown, check), self._book.rarity)
        self._own_lines = self.prompt.own_lines()
        self._ledger = Ledger(self.shown, self._book, self._own_lines, self.aside)

    # -- questions ----------------------------------------------------------------------------

    def frame(self) -> tuple[str, ...]:
        """What every call says beside the lines."""
        return composing.frame(self.prompt, self.fence, self.material.missing)

    def plan(self, budget: int, cost: Callable[[str], int]) -> Plan:
        """The notes in parts of `budget` tokens; what fits in none is set aside as `long`."""
        plan = planned(self.shown, self._book, composing.titles(self.material), budget, cost)
        self.aside["long"] += len(plan.long)
        self._places += [Aside("long", n.path, n.line, n.sha) for n in plan.long]
        return plan

    def ask(self, part: Part, fault: Fault | None = None) -> composing.Messages:
        return composing.dreaming(part, self.material, self.prompt, self.fence, fault)

    def ask_again(self, claims: Sequence[Judged], fault: Fault | None = None) -> composing.Messages:
        return composing.rewording(claims, self.prompt, self.fence, fault)

    # -- answers ------------------------------------------------------------------------------

    def hear(self, part: Part, answer: str, last: bool) -> Heard | Fault:
        """What an answer wants. A strange language is a fault unless it was the last try: then
        its lines are judged like any others, and wait."""
        found = parsed(answer)
        if isinstance(found, Fault):
            return found
        texts = [
            item.text
            for item in found.items
            if not item.removes and not self._book.same(sense(item.text))
        ]
        removes = any(item.removes for item in found.items)
        overlooked = not (texts or removes) and self._has_something(part)
        if not last:
            if overlooked:
                return Fault.OVERLOOKED
            sources = [*(note.quote for note in part.notes), *(m.text for m in part.memory)]
            if fault := strange(texts, sources):
                return fault
        told = None if found.told is None else voice(found.told, self._own_lines)
        return Heard(tuple(self._ledger.wishes(found.items, part)), told, overlooked)

    def judged(self, heard: Sequence[Heard]) -> list[Judged]:
        """Every wish with its verdict; additions beyond the twenty first are set aside."""
        wishes = merged([each.wishes for each in heard])
        additions = [wish for wish in wishes if wish.kind == "added"]
        over = set(map(id, additions[MOST_ADDITIONS:]))
        self.aside["over"] += len(over)
        self._places += [
            Aside("over", wish.notes[0].path, wish.notes[0].line, wish.notes[0].sha)
            for wish in wishes
            if id(wish) in over and wish.notes
        ]
        return [
            self._in_our_script(self._judge.judged(wish)) for wish in wishes if id(wish) not in over
        ]

    def doubtful(self, judged: Sequence[Judged]) -> list[Judged]:
        """Those that other words could help, as many as one call asks for.

        Not what the notes say in other words where a sentence of theirs can take its place.
        """
        found = [
            each
            for each in judged
            if each.may_be_reworded and not (each.says_otherwise and self._judge.own_sentence(each))
        ]
        return found[:MOST_REWORDED]

    def reword(
        self, judged: Sequence[Judged], claims: Sequence[Judged], answer: str
    ) -> list[Judged]:
        """All of them, with the new wording of those claims where the sources say it."""
        said = reworded(answer, len(claims))
        better: dict[int, Judged] = {}
        for n, claim in enumerate(claims, start=1):
            text = said.get(n, "")
            if text and not suspect(text):
                other = self._in_our_script(self._judge.judged(replace(claim.wish, new=text)))
                if other.verdict == "supported":
                    better[id(claim)] = other
        return [better.get(id(each), each) for each in judged]

    def settled(self, judged: Sequence[Judged]) -> list[Judged]:
        """The notes' own sentence in the place of a line that is still not supported."""
        found = [
            (self._judge.own_sentence(each) or each) if each.may_be_reworded else each
            for each in judged
        ]
        known = [each for each in found if each.wish.kind != "added"]
        added = [self._beside(each) for each in found if each.wish.kind == "added"]
        added = [each for each in added if self._is_new(each)]
        wishes = without_repetition([each.wish for each in added])
        by_text = {each.wish.new: each for each in added}
        return known + [replace(by_text[wish.new], wish=wish) for wish in wishes]

    def draft(self, judged: Sequence[Judged], heard: Sequence[Heard], tokens: int) -> Draft:
        """What is proposed, without what a person rejected before."""
        ordered = sorted(judged, key=lambda each: _ORDER.index(each.wish.kind))
        headings = Headings(self.material.memory, self.language)
        changes: list[Change] = []
        for each in ordered:
            change = change_of(each, self._heading(each.wish, headings), len(changes) + 1)
            if change_key(change) not in self.material.rejected:
                changes.append(change)
        self._set_aside_unknown(changes)
        counts = {why: count for why, count in sorted(self.aside.items()) if count}
        title, prose = self._told(heard, tuple(changes), counts)
        places = tuple(self._places)
        overlooked = any(each.overlooked for each in heard)
        return Draft(
            tuple(changes),
            title,
            prose,
            counts,
            places,
            tokens=tokens or None,
            overlooked=overlooked,
        )

    def _has_something(self, part: Part) -> bool:
        """Whether the rules would accept something of this part's notes."""
        lines = {(note.path, note.line) for note in part.notes}
        return not lines.isdisjoint(self._worthwhile)

    @cached_property
    def _by_rules(self) -> Draft:
        """What the rules make of the same notes."""
        return dreamt(self.material, lambda step: None, threading.Event())

    @cached_property
    def _worthwhile(self) -> frozenset[tuple[str, int]]:
        accepted = [change for change in self._by_rules.changes if change.accepted]
        return frozenset((one.path, one.line) for change in accepted for one in change.sources)

    def _set_aside_unknown(self, changes: Sequence[Change]) -> None:
        """The notes that ask to forget what neither the rules nor the model found in memory."""
        units = (unit for units in self.shown.units.values() for unit in units)
        if not any(to_forget(unit.text) for unit in units):
            return
        found = {(source.path, source.line) for change in changes for source in change.sources}
        unknown = [
            one
            for one in self._by_rules.aside
            if one.why == "forget" and (one.path, one.line) not in found
        ]
        self.aside["forget"] += len(unknown)
        self._places += unknown

    def _in_our_script(self, judged: Judged) -> Judged:
        if not judged.accepted or not other_script(judged.wish.new or "", self.language):
            return judged
        own = self._judge.own_sentence(judged)
        return own or replace(judged, wish=replace(judged.wish, held=_OTHER_SCRIPT))

    def _beside(self, judged: Judged) -> Judged:
        """An addition, held when in its final wording memory says something else."""
        said = sense(judged.wish.new or "")
        if not any(contradicts(line.now, said) for line in self._book.near(said)):
            return judged
        return replace(judged, wish=replace(judged.wish, held=_AGAINST))

    def _is_new(self, judged: Judged) -> bool:
        """Whether memory does not say already what a line says in its final wording."""
        said = sense(judged.wish.new or "")
        if self._book.has(said):
            self.aside["repeated"] += 1
            return False
        return True

    def _heading(self, wish: Wish, headings: Headings) -> str:
        if wish.old:
            return wish.heading
        memory = self.material.memory
        same = [h.title for h in memory.headings if h.title.casefold() == wish.heading.casefold()]
        if same:
            return same[0]
        if not memory.headings and not memory.bullets and _may_head(wish.heading):
            return wish.heading
        return headings.best(wish.new or "", kind_of(wish, self.shown))

    def _told(
        self, heard: Sequence[Heard], changes: tuple[Change, ...], counts: dict[str, int]
    ) -> tuple[str, str]:
        """The model's own title and prose, else the record's that is written without a model."""
        voices = [each.told for each in reversed(heard) if each.told is not None]
        title = next((title for title, _ in voices if title), "")
        kept: list[str] = []
        for _, text in voices:  # the newest days matter most
            if text and sum(map(len, kept)) + len(text) <= _LONGEST_PROSE:
                kept.insert(0, text)
        prose = "\n\n".join(kept)
        # The record knows no other reason for a bullet to go than that it stood there twice.
        known = tuple(change for change in changes if change.kind != "removed")
        told = record.Told(self.language, len(self.material.dates), known, counts, ())
        return title or record.title(told), prose or record.prose(told)


def _may_head(heading: str) -> bool:
    plain = heading.strip()
    return 0 < len(plain) <= _LONGEST_HEADING and not names_the_form(plain) and not suspect(plain)
