"""One dream with a model, without the calls: it makes the questions, and of the answers a draft.

Pure; knows no model. What it makes of an answer depends on nothing but the answer and the notes.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from desktop_app.dreams.comparing.book import Book
from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.comparing.relate import RelationKind
from desktop_app.dreams.diary import drafted
from desktop_app.dreams.dreamer import DreamDraft, Material
from desktop_app.dreams.headings import Headings
from desktop_app.dreams.model import composing, numbering
from desktop_app.dreams.model.answers import form
from desktop_app.dreams.model.answers.parsing import Parsed, parsed
from desktop_app.dreams.model.answers.rewording import reworded
from desktop_app.dreams.model.answers.tongue import other_script, strange
from desktop_app.dreams.model.answers.voice import voice
from desktop_app.dreams.model.answers.words import names_the_form
from desktop_app.dreams.model.asking.calls import Strict
from desktop_app.dreams.model.asking.faults import Fault
from desktop_app.dreams.model.proving.alignment import Alignment
from desktop_app.dreams.model.proving.checking import Check, Checker
from desktop_app.dreams.model.proving.claims import AnswerClaims, Claim, in_turn, without_repetition
from desktop_app.dreams.model.proving.following import Following
from desktop_app.dreams.model.proving.judging import Judge, Judged, change_of
from desktop_app.dreams.model.proving.speaking import Speaking
from desktop_app.dreams.model.reading.material import NoteLine, shown_of, suspect
from desktop_app.dreams.model.reading.planning import NotesPart, PartsPlan, planned
from desktop_app.dreams.model.reading.prompts import Prompt, a_fence
from desktop_app.dreams.proposal import (
    AsideLine,
    ChangeKind,
    Support,
    ToldSentence,
    Why,
    change_key,
    in_order,
)
from desktop_app.language.cues import CueKind
from desktop_app.language.words import script
from desktop_app.models.model import Schema
from desktop_app.words import tr

MOST_ADDITIONS = 20
MOST_REWORDED = 20
_LONGEST_HEADING = 40
_LONGEST_PROSE = 2_400
_OTHER_SCRIPT = tr("it is not written in the notes' own characters")

Rules = Callable[[Material], DreamDraft]
"""What the rules make of the same material, without a model."""


@dataclass(frozen=True)
class Heard:
    """What one answer claims; `voice` are its title and prose, None when it has none.

    `overlooked` says that it claims nothing where the rules find something to keep.
    """

    claims: tuple[Claim, ...]
    voice: tuple[str, str] | None
    overlooked: bool = False


class Dreaming:
    """One dream: `plan`, then for each part `ask` and `hear`, then `judged`, `draft`."""

    def __init__(self, material: Material, check: Check, rules: Rules | None = None) -> None:
        self.material = material
        self.shown = shown_of(material)
        text = "\n".join(day.text for day in material.days)
        self.language = script(text)
        self.numbered = False
        self.fence = a_fence()
        self.aside: Counter[Why] = Counter(aside.why for aside in self.shown.aside)
        self._rules = rules
        self._places = list(self.shown.aside)
        self._book = Book(material.memory, material.memory_path)
        alignment, checker = Alignment(self.shown.notes), Checker(self.shown, check)
        self._judge = Judge(self.shown, alignment, checker)
        self._speaking = Speaking(self.shown, self._book, alignment, checker)
        self._own_lines = Prompt("dream", self.language).own_lines() | self.prompt.own_lines()
        self._claims = AnswerClaims(
            self.shown, self._book, self._own_lines, material.settled, self.aside
        )
        self._following = Following(self.shown, self._book, material, self.aside)

    @property
    def prompt(self) -> Prompt:
        """The one for answers by number or in words; which it is may change between two parts."""
        return Prompt("numbers" if self.numbered else "dream", self.language)

    # -- questions ----------------------------------------------------------------------------

    def frame(self) -> tuple[str, ...]:
        """What every call says beside the lines."""
        return composing.frame(self.prompt, self.fence, self.material.missing)

    def plan(
        self,
        budget: int,
        cost: Callable[[str], int],
        notes: Sequence[NoteLine] | None = None,
        wished: int | None = None,
    ) -> PartsPlan:
        """The notes, or all, in parts as `planned` makes them; what fits in none is set aside as
        `long`.
        """
        titles = composing.titles(self.material)
        repeated = not self.numbered
        plan = planned(self.shown, self._book, titles, budget, cost, notes, wished, repeated)
        self.aside[Why.LONG] += len(plan.long)
        self._places += [AsideLine(Why.LONG, n.path, n.line, n.sha) for n in plan.long]
        return plan

    def ask(self, part: NotesPart, fault: Fault | None = None) -> composing.Messages:
        return composing.dreaming(
            part, self.material, self.prompt, self.fence, fault, numbered=self.numbered
        )

    def schema(self, part: NotesPart) -> Schema | None:
        """The form of an answer by number; None for one in words."""
        return numbering.schema(part) if self.numbered else None

    def strict(self, part: NotesPart) -> Strict | None:
        """How to ask a model for words that misses their form; None where it answers by number."""
        if self.numbered:
            return None
        marks = [*(line.mark for line in part.memory), *(note.mark for note in part.notes)]
        ask = partial(composing.dreaming, part, self.material, self.prompt, self.fence, strict=True)
        return Strict(ask, form.schema(marks))

    def ask_again(self, claims: Sequence[Judged], fault: Fault | None = None) -> composing.Messages:
        return composing.rewording(claims, self.prompt, self.fence, fault)

    # -- answers ------------------------------------------------------------------------------

    def hear(self, part: NotesPart, answer: str, last: bool) -> Heard | Fault:
        """What an answer claims, or what is wrong with it.

        A strange language is a fault, but not in the last try: then its lines are judged, and wait.
        """
        whole = self._parsed(part, answer)
        if isinstance(whole, Fault):
            return whole
        texts = [
            item.text
            for item in whole.items
            if not item.removes and not self._book.same(points(item.text))
        ]
        removes = any(item.removes for item in whole.items)
        overlooked = not (texts or removes) and self._has_something(part)
        if not last:
            if overlooked:
                return Fault.OVERLOOKED
            sources = [*(note.quote for note in part.notes), *(m.text for m in part.memory)]
            if not self.numbered and (fault := strange(texts, sources)):
                return fault
        title_and_prose = None if whole.diary is None else voice(whole.diary, self._own_lines)
        return Heard(tuple(self._claims.read(whole.items, part)), title_and_prose, overlooked)

    def _parsed(self, part: NotesPart, answer: str) -> Parsed | Fault:
        if not self.numbered:
            return form.parsed(answer) or parsed(answer)
        items = numbering.items(answer, part, self.shown)
        return items if isinstance(items, Fault) else Parsed(items, None)

    def judged(self, heard: Sequence[Heard]) -> list[Judged]:
        """Every merge and addition with its verdict; additions beyond the twenty first are set
        aside. What the notes say of bullets is followed.
        """
        claims = [claim for each in heard for claim in each.claims]
        single = sorted((c for c in claims if c.old and not c.merges), key=lambda c: c.day)
        done = {id(claim) for claim in single if self._following.follow(claim)}
        new = [
            [replace(c, old=()) for c in each.claims if not (c.merges or id(c) in done) and c.text]
            for each in heard
        ]
        additions = without_repetition(in_turn(new))
        over = additions[MOST_ADDITIONS:]
        self.aside[Why.OVER] += len(over)
        self._places += [
            AsideLine(Why.OVER, claim.notes[0].path, claim.notes[0].line, claim.notes[0].sha)
            for claim in over
            if claim.notes
        ]
        merges = [claim for claim in claims if claim.merges]
        return [
            self._in_our_script(self._judge.judged(claim))
            for claim in (*merges, *additions[:MOST_ADDITIONS])
        ]

    def doubtful(self, judged: Sequence[Judged]) -> list[Judged]:
        """Those that other words could help, as many as one call asks for: none of a model that
        answers by number.

        Not what the notes say in other words where a sentence of theirs can take its place.
        """
        doubted = [
            each
            for each in judged
            if not self.numbered
            and each.may_be_reworded
            and not (each.says_otherwise and self._judge.own_sentence(each))
        ]
        return doubted[:MOST_REWORDED]

    def reword(
        self, judged: Sequence[Judged], claims: Sequence[Judged], answer: str
    ) -> list[Judged]:
        """All of them, with the new wording of those claims where the sources say it."""
        wordings = reworded(answer, len(claims))
        better: dict[int, Judged] = {}
        for n, claim in enumerate(claims, start=1):
            text = wordings.get(n, "")
            if text and not suspect(text):
                other = self._in_our_script(self._judge.judged(replace(claim.claim, text=text)))
                if other.verdict == Support.SUPPORTED:
                    better[id(claim)] = other
        return [better.get(id(each), each) for each in judged]

    def settled(self, judged: Sequence[Judged]) -> list[Judged]:
        """The notes' own sentence in the place of a line that is still not supported, and nothing
        beside a bullet that it may change.
        """
        lines = [self._judge.reworded(each) for each in judged]
        merges = [each for each in lines if each.claim.merges]
        added = [new for each in lines if not each.claim.merges and (new := self._beside(each))]
        claims = without_repetition([each.claim for each in added])
        by_text = {each.claim.text: each for each in added}
        return merges + [replace(by_text[claim.text], claim=claim) for claim in claims]

    def draft(self, judged: Sequence[Judged], heard: Sequence[Heard], tokens: int) -> DreamDraft:
        """What is proposed, without what a person rejected before."""
        headings = Headings(self.material.memory, self.language)
        drafts = self._following.changes()
        taken = set(self._following.touched())
        for each in judged:
            places = {old.bullet.line for old in each.claim.old}
            if not places & taken:
                taken |= places
                drafts.append(change_of(each, self._heading(each.claim, headings)))
        drafts = [change for change in drafts if change_key(change) not in self.material.rejected]
        changes = tuple(replace(change, n=n) for n, change in enumerate(in_order(drafts), 1))
        counts = dict(sorted((+self.aside).items()))
        title, voice, unsaid = self._voice(heard)
        draft = DreamDraft(
            changes,
            title,
            "",
            counts,
            tuple(self._places),
            tokens=tokens or None,
            overlooked=any(each.overlooked for each in heard),
            voice=voice,
            unsaid=unsaid,
        )
        return drafted(draft, self.material)

    def _has_something(self, part: NotesPart) -> bool:
        """Whether the rules find something of this part's notes that is to be kept."""
        lines = {(note.path, note.line) for note in part.notes}
        return not lines.isdisjoint(self._worthwhile)

    @cached_property
    def _worthwhile(self) -> frozenset[tuple[str, int]]:
        changes = self._rules(self.material).changes if self._rules else ()
        kept = [
            c
            for c in changes
            if c.kind != ChangeKind.ADDED or CueKind.KEEP in points(c.new or "").cues
        ]
        return frozenset((one.path, one.line) for change in kept for one in change.sources)

    def _in_our_script(self, judged: Judged) -> Judged:
        if not judged.accepted or not other_script(judged.claim.text, self.language):
            return judged
        own = self._judge.own_sentence(judged)
        return own or replace(judged, claim=replace(judged.claim, waits_for=_OTHER_SCRIPT))

    def _beside(self, judged: Judged) -> Judged | None:
        """An addition in its final wording, held where memory has something near; None where
        memory says it, or the notes may change a bullet with it.
        """
        claim = judged.claim
        line, relation = self._book.relation(points(claim.text))
        if line is None:
            return judged
        if relation.kind == RelationKind.DUPLICATE:
            self.aside[Why.REPEATED] += 1
            return None
        if relation.kind != RelationKind.NEAR and self._following.follow(claim, line):
            return None
        return replace(judged, claim=replace(claim, waits_for=claim.waits_for or line.doubt))

    def _heading(self, claim: Claim, headings: Headings) -> str:
        if claim.old:
            return claim.old[0].bullet.heading
        memory = self.material.memory
        same = [h.title for h in memory.headings if h.title.casefold() == claim.heading.casefold()]
        if same:
            return same[0]
        if not memory.headings and not memory.bullets and _may_head(claim.heading):
            return claim.heading
        units = (unit for note in claim.notes for unit in self.shown.units.get(note.mark, ()))
        return headings.best(claim.text, next((unit.headings for unit in units), ()))

    def _voice(self, answers: Sequence[Heard]) -> tuple[str, tuple[ToldSentence, ...], int]:
        """The model's own title and sentences that the notes say; how many they do not."""
        voices = [each.voice for each in reversed(answers) if each.voice is not None]
        titles = [title for title, _ in voices if title and self._speaking.is_about(title)]
        kept: list[str] = []
        for _, text in voices:  # the newest days matter most
            if text and sum(map(len, kept)) + len(text) <= _LONGEST_PROSE:
                kept.insert(0, text)
        sentences, unsaid = self._speaking.proved("\n\n".join(kept))
        return "".join(titles[:1]), sentences, unsaid


def _may_head(heading: str) -> bool:
    plain = heading.strip()
    return 0 < len(plain) <= _LONGEST_HEADING and not names_the_form(plain) and not suspect(plain)
