"""One dream of a mind, without the calls: it makes the questions, and of the answers a draft.

Pure; knows no model, agent or chat. What it makes of an answer depends on nothing but the answer
and what was shown.
"""

import re
from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from desktop_app.dreams.comparing.gist import gist
from desktop_app.dreams.consolidator import numbers
from desktop_app.dreams.consolidator.answer import (
    Fault,
    Item,
    Parsed,
    other_script,
    parsed,
    parsed_json,
    schema,
    strange,
)
from desktop_app.dreams.consolidator.comparison import AnswerComparison, drafts, going, stands
from desktop_app.dreams.consolidator.marks import harmless, in_words
from desktop_app.dreams.consolidator.mind_question import MindQuestion
from desktop_app.dreams.consolidator.prompt import a_fence
from desktop_app.dreams.consolidator.prose import LONGEST_PROSE, DiaryProse, voice
from desktop_app.dreams.consolidator.shown import (
    MOST,
    Alignment,
    Cost,
    DreamPart,
    planned,
    shown_of,
)
from desktop_app.dreams.engine_choice import AnswerForm
from desktop_app.dreams.material import DreamDraft, Material
from desktop_app.dreams.proposal import (
    KIND_WORDS,
    AsideLine,
    Change,
    ChangeKind,
    ToldSentence,
    Why,
    change_key,
    held_back,
    in_order,
    numbered,
)
from desktop_app.language.gate import Held, held, reason_of
from desktop_app.language.remembering import without_mark
from desktop_app.models.model import Schema
from desktop_app.words import apart, counted, cut, headed, quoted, together, tr

_ABOUT = 0.6  # of the words of a line without marks that a statement of memory has to have
_QUOTED = 80  # characters of a line where a sentence names it
_NAMED = 3  # lines of each kind that are named
_STRUCTURE = re.compile(r"^\s*#{1,6}\s+", re.MULTILINE)
_OTHER_SCRIPT = tr("it is not written in the notes' own characters")
_CHANGED = tr("what it cites has changed since")
_NOTHING_GOES = tr("it does not say which line of memory it replaces")
_REFUSED = tr("it was rejected before")
_KNOWN = tr("memory says it already")
_OVERTAKEN = tr("a later part changes the same statement")
_NOT_JOINED = tr("left out where the parts were joined")
_APART = tr("the notes were read in parts, and a later part may say it otherwise")
_SETTLED = tr("what it cites was accepted or rejected before")
_SECRET = tr("it looks like a secret")


class Consolidation:
    """One dream: `plan`, for each part what is `asked` and `hear`, with several parts `joined`,
    then `draft`.
    """

    def __init__(
        self,
        material: Material,
        form: AnswerForm = AnswerForm.WORDS,
        asked: Mapping[str, str] | None = None,
        fence: str | None = None,
    ) -> None:
        """`form` is how the mind answers; it may change between two parts. `asked` are the hashes
        of an earlier question, and `fence` its fence: what it showed has the marks of then.
        """
        self.material = material
        self.form = form
        self.shown = shown_of(material)
        if asked is not None:
            self.shown = self.shown.as_asked(asked)
        self._changed_since = (asked or {}).keys() - self.shown.hashes.keys()
        self.unknown: set[str] = set()
        """Marks that an answer named and that name nothing, or nothing any more."""
        self.left_out: dict[str, str] = {}
        """Lines of an answer of which nothing is proposed, and why."""
        self.fence = fence or a_fence()
        self._places = list(self.shown.aside)
        self._aside = Counter(aside.why for aside in self.shown.aside)
        self._own_lines: frozenset[str] = frozenset()  # of the prompts that were answered
        self._known = 0  # additions of the last draft that memory says already
        self._comparison = AnswerComparison(self.shown)

    # -- questions ----------------------------------------------------------------------------

    @property
    def asked(self) -> MindQuestion:
        """What all questions have in common."""
        return MindQuestion(self.material, self.shown, self.form, self.fence)

    def plan(self, budget: int, cost: Cost, wished: int | None = None) -> tuple[DreamPart, ...]:
        """The notes in parts: see `planned`. What fits in none is set aside as `long`."""
        parts, long = planned(self.shown, budget, cost, wished=wished)
        places = (one.sources[0] for one in long)
        asides = (AsideLine(Why.LONG, one.path, one.line, one.sha) for one in places)
        news = [one for one in asides if one not in self._places]
        self._places += news
        self._aside[Why.LONG] += len(news)
        return parts

    def schema(self, part: DreamPart) -> Schema:
        """The form of an answer in JSON."""
        if self.form == AnswerForm.NUMBERS:
            return numbers.schema(part)
        marks = [one.mark for one in (*part.memory, *part.notes)]
        return schema([*marks, *(one.mark for one in part.headings)])

    def joined(
        self, heard: Sequence[Parsed], fits: Callable[[DreamPart], bool]
    ) -> DreamPart | None:
        """The last question, which makes one answer of those to several parts; None where fewer
        than two brought changes, or nothing fits.
        """
        items = [item for one in heard for item in one.items]
        if sum(bool(one.items) for one in heard) < 2 or not self.asked.prompt.has("Join"):
            return None
        cited = {mark for item in items for mark in (*item.marks, item.heading)}
        notes, memory = (
            tuple(one for one in some if one.mark in cited)
            for some in (self.shown.notes, self.shown.memory)
        )
        headings = tuple(one for one in self.shown.headings if one.mark in cited)
        titles = {one.mark: harmless(one.heading.title) for one in self.shown.headings}
        part = DreamPart(notes, memory, headings, False, tuple(drafts(items, titles)))
        whole = replace(part, memory=self.shown.memory, headings=self.shown.headings, whole=True)
        return next(filter(fits, (whole, part, replace(part, notes=()))), None)

    # -- answers ------------------------------------------------------------------------------

    def hear(self, part: DreamPart, answer: str, last: bool = True) -> Parsed | Fault:
        """What an answer says, or what is wrong with it.

        A strange language is a fault, but not in the last try: then its lines are proved, and wait.
        """
        numbered = self.form == AnswerForm.NUMBERS
        if numbered:
            named = numbers.items(answer, part)
            whole = named if isinstance(named, Fault) else Parsed(named, None)
        else:
            whole = parsed(answer)
            whole = (whole == Fault.NO_MEMORY and parsed_json(answer)) or whole
        if isinstance(whole, Fault):
            return whole
        # The last question repeats the marks of all parts, and perhaps not their statements.
        of = self.shown if part.drafts else part
        shown = (*of.notes, *of.memory)
        texts = [item.text for item in whole.items if item.kind != ChangeKind.RETIRED]
        fault = None if last or numbered else strange(texts, (one.says for one in shown))
        if fault:
            return fault
        marks = {one.mark for one in shown} | {one.mark for one in self.shown.headings}
        own_lines = self.asked.prompt.own_lines()
        self._own_lines |= own_lines
        items = (self._fit(item, marks, own_lines) for item in whole.items)
        return replace(whole, items=tuple(filter(None, items)))

    def _fit(self, item: Item, marks: set[str], own_lines: Container[str]) -> Item | None:
        """The item with the marks of what was shown; None for what may not be looked at at all, or
        speaks of what has changed since.
        """
        self.unknown |= set(item.marks) - marks
        if self._changed_since.intersection(item.marks):
            self.left_out[item.text] = _CHANGED
            return None
        known, goes = (tuple(filter(marks.__contains__, one)) for one in (item.marks, item.goes))
        why = held(item.text) or held(" ".join(item.text.split()))
        if item.kind == ChangeKind.RETIRED:
            item = replace(item, text=in_words(item.text, self._words_of(item, marks)))
            if not any(one.startswith("M") for one in (goes if item.goes else known)):
                self.left_out[item.text] = _NOTHING_GOES
                return None
            item = replace(item, text="") if why else item  # it may go without this reason
        elif why == Held.SECRET:
            self._aside[Why.SECRET] += 1
            self.left_out[item.text] = _SECRET
            return None
        if "\ufffd" in item.text or item.text in own_lines:
            return None
        if item.text and not gist(text := _STRUCTURE.sub("", item.text)).key:
            return None
        return replace(item, text=text if item.text else "", marks=known, goes=goes)

    def _words_of(self, item: Item, marks: Container[str]) -> dict[str, str]:
        """The words that a person reads for each of these marks. One that a cited statement itself
        has is none: of the room M3 a reason may speak, too.
        """
        cited = " ".join(self._texts.get(mark, "") for mark in item.marks)
        return {
            mark: quoted(_short(text))
            for mark, text in self._texts.items()
            if mark in marks and mark not in cited
        }

    @cached_property
    def _texts(self) -> dict[str, str]:
        """What each mark names, as it stands."""
        texts = {one.mark: one.says for one in (*self.shown.notes, *self.shown.memory)}
        return texts | {one.mark: one.heading.title for one in self.shown.headings}

    @cached_property
    def _fine(self) -> frozenset[str]:
        """What is shown by a person's word alone, as it may be copied."""
        shown = (one.says for one in (*self.shown.notes, *self.shown.memory) if held(one.says))
        return frozenset(gist(text).key for one in shown for text in (one, without_mark(one)))

    @property
    def unproposed(self) -> str:
        """Lines of an answer that are not proposed and counted nowhere else, in sentences. None is
        named that the gate holds: an agent may read it.
        """
        told = []
        for why in (_OVERTAKEN, _NOT_JOINED, _NOTHING_GOES):
            lines = [line for line, its in self.left_out.items() if its == why]
            named = [quoted(_short(line)) for line in lines if not held(line)]
            more = ["…"] * (len(named) > _NAMED)
            sentence = counted(
                "{count} line of the answers is not proposed: {why}.",
                "{count} lines of the answers are not proposed: {why}.",
                len(lines),
                why=headed(why, apart([*named[:_NAMED], *more])),
            )
            told.append(sentence if lines else "")
        return together(*told)

    # -- the draft ----------------------------------------------------------------------------

    def draft(self, heard: Sequence[Parsed], parts: Sequence[Parsed] = ()) -> DreamDraft:
        """What is proposed, without what a person rejected before; not proved yet. `parts` are the
        answers that were joined to those `heard`. Where several were not joined, what all but the
        last would add waits: nobody looked whether a later note says it otherwise.
        """
        self._known = 0
        answers = [[self._sourced(item) for item in one.items] for one in heard if one.items]
        found, overtaken = self._comparison.changes(answers)
        if self.form != AnswerForm.NUMBERS:
            found[:-1] = [
                [one if one.old else held_back(one, _APART) for one in each] for each in found[:-1]
            ]
        changes = [one for each in found for one in each if not self._is_settled(one)]
        self.left_out |= {one.new or "".join(one.old): _OVERTAKEN for one in overtaken}
        said = [item for items in answers for item in items]
        for item in (
            self._sourced(item) for one in parts if one not in heard for item in one.items
        ):
            if not any(stands(item, other) for other in said):
                text = item.text
                if item.kind == ChangeKind.RETIRED:  # a person knows it by its own words
                    words = apart(self._texts[mark] for mark in going(item))
                    text = headed(KIND_WORDS[item.kind], words)
                self.left_out[text] = _NOT_JOINED
        title, told = self._voice(heard)
        aside = self._aside + Counter({Why.REPEATED: self._known})
        return DreamDraft(
            numbered(in_order(map(self._held_back, changes))),
            title,
            "",
            dict(sorted((+aside).items())),
            tuple(self._places),
            voice=told,
            read_again={} if self.form == AnswerForm.WORDS else None,
        )

    def _sourced(self, item: Item) -> Item:
        """The item, with the statements that it was made from where it cites none."""
        if self._comparison.cites(item) or item.kind in (ChangeKind.RETIRED, ChangeKind.RETITLED):
            return item
        notes, memory = self._by_words
        said = gist(item.text).bag
        old = memory.lines(item.text, most=1)
        about = [one for one in old if len(gist(one.says).bag & said) >= _ABOUT * len(said)]
        cited = (*about, *notes.lines(item.text, 1 if about else MOST))
        return replace(item, marks=tuple(one.mark for one in cited))

    @cached_property
    def _by_words(self) -> tuple[Alignment, Alignment]:
        return Alignment(self.shown.notes), Alignment(self.shown.memory)

    def _is_settled(self, change: Change) -> bool:
        """Whether a person refused it, or memory says an addition already, or has taken all that it
        rests on.
        """
        new, why = change.new or "", ""
        shas = {source.sha for source in change.sources}
        if change_key(change) in self.material.rejected:
            why, new = _REFUSED, new or "".join(change.old)
        elif not change.old and self.material.memory.find(new) is not None:
            why = _KNOWN
        elif not change.old and shas and shas <= self.material.settled:
            why = _SETTLED
        if why:
            self.left_out[new] = why
            self._known += why != _REFUSED
        return bool(why)

    def _held_back(self, change: Change) -> Change:
        """The change; what the gate holds and what is in another script waits for a person."""
        new = change.new or ""
        if other_script(new, self.material.language):
            return held_back(change, _OTHER_SCRIPT)
        why = None if gist(new).key in self._fine else held(new)
        return held_back(change, reason_of(why)) if why else change

    def _voice(self, heard: Sequence[Parsed]) -> tuple[str, tuple[ToldSentence, ...]]:
        """The mind's title and sentences that the statements say."""
        telling = DiaryProse(self.shown.notes, self.shown.memory, self.material.today)
        diaries = (one.diary for one in reversed(heard) if one.diary is not None)
        voices = [voice(lines, self._own_lines) for lines in diaries]
        kept: list[str] = []
        for _, text in voices:  # the newest days matter most
            if text and sum(map(len, kept)) + len(text) <= LONGEST_PROSE:
                kept.insert(0, text)
        told = telling.told("\n\n".join(kept))
        return telling.title((title for title, _ in voices), told), told


def _short(text: str) -> str:
    return cut(" ".join(text.split()), _QUOTED)
