"""What an answer would do to memory, found by comparing it with what was shown. Knows no proof.

A line of memory that the answer does not name stays as it is. Lines of an answer that name the same
statements belong together: one line for several statements merges them, several lines for one
statement split it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from desktop_app.dreams.comparing.gist import gist
from desktop_app.dreams.consolidator.answer import Item, names_the_form
from desktop_app.dreams.consolidator.marks import as_said, harmless
from desktop_app.dreams.consolidator.shown import MarkedHeading, MarkedStatement, Shown, nested
from desktop_app.dreams.proposal import Change, ChangeKind, Support, said_on
from desktop_app.words import counted, listed, tr

_ENDED = tr("it has ended")
_LONGEST_HEADING = 80
_APART = (ChangeKind.RETITLED, ChangeKind.RETIRED)
_REASONS = {
    ChangeKind.QUESTION: tr("it may be a change of this line; you decide"),
    ChangeKind.SPLIT: tr("one fact a line"),
}


@dataclass(eq=False)
class AnswerLines:
    """Lines of an answer about the same `old` statements of memory, and what else they cite:
    `notes` of the days, and statements that stand in the answer as they are.
    """

    items: list[Item]
    old: list[MarkedStatement]
    notes: list[MarkedStatement]
    standing: list[MarkedStatement]

    def join(self, other: "AnswerLines") -> None:
        """Take in lines about one of the same statements."""
        self.items += other.items
        self.old += [one for one in other.old if one not in self.old]
        self.notes += other.notes
        self.standing += other.standing


class AnswerComparison:
    """Compares answers with what was shown."""

    def __init__(self, shown: Shown) -> None:
        self._notes = {one.mark: one for one in shown.notes}
        self._memory = {one.mark: one for one in shown.memory}
        self._headings = {one.mark: one for one in shown.headings}
        titled = ((harmless(one.heading.title), one) for one in reversed(shown.headings))
        self._by_title = {title.casefold(): one for title, one in titled}

    def changes(self, answers: Sequence[Sequence[Item]]) -> tuple[list[list[Change]], list[Change]]:
        """The changes of each answer, not proved yet, and those that a later answer overtakes: of
        several about one statement of memory the last one holds.
        """
        changes: list[list[Change]] = []
        overtaken: list[Change] = []
        taken: dict[str, str | None] = {}
        for items in reversed(answers):
            last: list[Change] = []
            for one in self._of_answer(items):
                news = [taken[name] for name in _about(one) if name in taken]
                if not news:
                    last.append(one)
                elif one.new not in news:
                    overtaken.append(one)
            taken.update((name, one.new) for one in last for name in _about(one))
            changes.insert(0, last)
        return changes, overtaken

    def _of_answer(self, items: Sequence[Item]) -> Iterator[Change]:
        items = [self._as_cited(item) for item in items]
        written = [(item, self._kept(item)) for item in items if item.kind not in _APART]
        standing = {mark: item for item, mark in written if mark}
        groups = self._grouped([item for item, mark in written if not mark], standing)
        taken = standing.keys() | {one.mark for group in groups for one in group.old}
        titles = (item for item in items if item.kind == ChangeKind.RETITLED)
        retitled = {self._marked(item): item for item in titles}
        yield from filter(None, (self._retitled(*one) for one in retitled.items()))
        yield from filter(None, (self._moved(*one) for one in standing.items()))
        yield from filter(None, map(self._change, groups))
        for item in items:
            if item.kind == ChangeKind.RETIRED:
                yield from self._retired(item, taken)

    def cites(self, item: Item) -> bool:
        """Whether an item names anything that was shown."""
        return any(
            mark in known
            for mark in item.marks
            for known in (self._notes, self._memory, self._headings)
        )

    # -- which lines belong together ----------------------------------------------------------

    def _as_cited(self, item: Item) -> Item:
        """The item with the line of memory that it repeats without naming it."""
        if self.cites(item) or item.kind in _APART:
            return item
        same = self._by_text.get(gist(item.text).key)
        if not same:
            return item
        heading = self._title_of(item)
        here = (one for one in same if one.bullet and one.bullet.heading == heading)
        return replace(item, marks=(next(here, same[0]).mark,))

    @cached_property
    def _by_text(self) -> dict[str, list[MarkedStatement]]:
        by_text: dict[str, list[MarkedStatement]] = defaultdict(list)
        for one in self._memory.values():
            for key in _keys(one):
                by_text[key].append(one)
        return by_text

    def _grouped(self, items: Sequence[Item], standing: Collection[str]) -> list[AnswerLines]:
        """The items that share statements of memory, together, and those that say the same; what
        stands is only a source.
        """
        groups: dict[AnswerLines, None] = {}
        by_name: dict[str, AnswerLines] = {}
        for item in items:
            cited = [self._memory[mark] for mark in item.marks if mark in self._memory]
            group = AnswerLines(
                [item],
                [one for one in cited if one.mark not in standing],
                [self._notes[mark] for mark in item.marks if mark in self._notes],
                [one for one in cited if one.mark in standing],
            )
            names = [one.mark for one in group.old] or [gist(item.text).key]
            known = dict.fromkeys(by_name[name] for name in names if name in by_name)
            whole, *others = (*known, group)
            for other in others:
                whole.join(other)
                groups.pop(other, None)
            groups[whole] = None
            names += [one.mark for one in whole.old]
            by_name |= dict.fromkeys(names, whole)
        return list(groups)

    def _kept(self, item: Item) -> str | None:
        """The mark of the one statement of memory that an item repeats as it stands."""
        marks = [mark for mark in item.marks if mark in self._memory]
        if len(marks) != 1 or item.kind == ChangeKind.SPLIT:
            return None
        same = not item.text or gist(item.text).key in _keys(self._memory[marks[0]])
        return marks[0] if same else None

    # -- what they do -------------------------------------------------------------------------

    def _change(self, group: AnswerLines) -> Change | None:
        first, *others = dict.fromkeys(map(self._title_of, group.items))
        cited = [*group.notes, *group.old, *group.standing]
        said = "\n".join(one.says for one in cited)
        texts = list(
            dict.fromkeys(as_said(text, said) for item in group.items for text in _texts(item))
        )
        if not texts:
            return None
        kind = _kind(group, texts)
        reasons, new = [_reason(kind, group)], texts[0]
        if kind == ChangeKind.SPLIT:
            new = "\n".join(texts)
            if others:  # a change has one heading
                reasons += [belongs(title) for title in (first, *others) if title]
                first = None
        if any("\n" in one.says for one in group.old):
            new = nested(new)
        return _made(kind, group.old, cited, listed(reasons), new, first)

    def _moved(self, mark: str, item: Item) -> Change | None:
        old, heading = self._memory[mark], self._title_of(item)
        if not heading or old.bullet is None or heading == old.bullet.heading:
            return None
        return _made(ChangeKind.MOVED, [old], [old], belongs(heading), heading=heading)

    def _marked(self, item: Item) -> MarkedHeading | None:
        return next((self._headings[mark] for mark in item.marks if mark in self._headings), None)

    def _retitled(self, marked: MarkedHeading | None, item: Item) -> Change | None:
        if marked is None or not _may_head(item.text):
            return None
        if gist(marked.heading.title).key == gist(item.text).key:
            return None
        title = marked.heading.title
        reason = tr("the title says what stands below it")
        change = _made(ChangeKind.RETITLED, (), (), reason, item.text, title)
        return replace(change, old=(title,), line=marked.heading.line, sources=(marked.source,))

    def _retired(self, item: Item, taken: set[str]) -> Iterator[Change]:
        goes = item.goes or item.marks
        every = self._notes | {mark: one for mark, one in self._memory.items() if mark not in goes}
        says = [every[mark] for mark in item.marks if mark in every]
        for mark in goes:
            if mark in self._memory and mark not in taken:
                taken.add(mark)
                old = self._memory[mark]
                yield _made(ChangeKind.RETIRED, [old], [*says, old], item.text or _ENDED)

    def _title_of(self, item: Item) -> str | None:
        """The heading that a line comes under, by its title in memory; None where none is said."""
        if item.heading is None:
            return None
        known = self._headings.get(item.heading) or self._by_title.get(item.heading.casefold())
        if known:
            return known.heading.title
        return item.heading if _may_head(item.heading) else None


def _kind(group: AnswerLines, texts: Sequence[str]) -> ChangeKind:
    called, days = group.items[0].kind, {one.day for one in group.notes}
    if not group.old:
        several = len(days) > 1 and len({gist(one.says).key for one in group.notes}) > 1
        is_rule = several or called == ChangeKind.GENERALISED
        return ChangeKind.GENERALISED if is_rule else ChangeKind.ADDED
    if len(texts) > 1:
        return ChangeKind.SPLIT
    if called in (ChangeKind.QUESTION, ChangeKind.GENERALISED):
        return called
    if len(group.old) > 1:
        return ChangeKind.MERGED
    return ChangeKind.SHORTENED if called == ChangeKind.SHORTENED else ChangeKind.UPDATED


def _about(change: Change) -> tuple[str, ...]:
    """The statements of memory that a change is about, else what it adds."""
    return change.old or (gist(change.new or "").key,)


def _keys(one: MarkedStatement) -> set[str]:
    return {gist(one.says).key, gist(one.text).key}


def _texts(item: Item) -> list[str]:
    lines = item.text.split("\n") if item.kind == ChangeKind.SPLIT else [item.text]
    return [text for line in lines if (text := line.strip().removeprefix("- "))]


def _made(
    kind: ChangeKind,
    old: Sequence[MarkedStatement],
    cited: Iterable[MarkedStatement],
    reason: str,
    new: str | None = None,
    heading: str | None = None,
) -> Change:
    """What would happen to statements of memory, below their heading where no other is given."""
    bullets = [one.bullet for one in old if one.bullet]
    place = bullets[0].heading if bullets else ""
    return Change(
        n=0,
        kind=kind,
        heading=place if heading is None else heading,
        line=bullets[0].line if bullets else 0,
        old=tuple(one.text for one in bullets),
        new=new,
        sources=tuple(dict.fromkeys(source for one in cited for source in one.sources)),
        verdict=Support.SUPPORTED,
        accepted=True,
        reason=reason,
    )


def belongs(heading: str) -> str:
    """Why a line moves."""
    return tr("it belongs under “{heading}”").format(heading=heading)


def _reason(kind: ChangeKind, group: AnswerLines) -> str:
    is_new = kind in (ChangeKind.ADDED, ChangeKind.GENERALISED)
    if is_new or (kind == ChangeKind.UPDATED and group.notes):
        return said_on(len({one.day for one in group.notes}) or 1)
    if kind == ChangeKind.MERGED:
        return counted("one line says it", "one line says what {count} said", len(group.old))
    return _REASONS.get(kind, tr("the same in fewer words"))


def _may_head(heading: str) -> bool:
    plain = heading.strip()
    return 0 < len(plain) <= _LONGEST_HEADING and not names_the_form(plain)


# -- answers to several parts ---------------------------------------------------------------------


def drafts(items: Sequence[Item], titles: Mapping[str, str]) -> Iterator[str]:
    """The items in the form of an answer: sections with their lines, and the new titles at the end,
    where no line stands below them. `titles` are those of memory by their marks.
    """
    above = ""
    for item in items:
        if item.kind == ChangeKind.RETITLED:
            continue
        under = item.heading or ""
        if under != above:
            yield f"## {titles.get(under, under)}" if under else "(-)"
        above, text = under, " ".join(item.text.split())
        if item.kind == ChangeKind.RETIRED:
            goes = going(item)
            says = [mark for mark in item.marks if mark not in goes]
            yield f"- REMOVE{_cited(goes)} {text}{_cited(says)}"
        else:
            yield f"- {text}{_cited(item.marks)}"
    retitled = {
        f"## {item.text}{_cited(item.marks)}": None
        for item in items
        if item.kind == ChangeKind.RETITLED and item.text not in map(titles.get, item.marks)
    }
    yield from retitled


def going(item: Item) -> tuple[str, ...]:
    """The marks of the lines of memory that a retirement takes."""
    return item.goes or tuple(mark for mark in item.marks if mark.startswith("M"))


def stands(item: Item, other: Item) -> bool:
    """Whether another item is about a statement that this one is about, or has all it says."""
    retired = [one.kind == ChangeKind.RETIRED for one in (item, other)]
    about = [
        going(one) if gone else one.marks for one, gone in zip((item, other), retired, strict=True)
    ]
    if not set(about[0]).isdisjoint(about[1]):
        return True
    one, two = gist(item.text), gist(other.text)
    says = bool(one.bag) and one.bag <= two.bag and one.value_keys <= two.value_keys
    return says and not any(retired)  # the text of what goes is a reason


def _cited(marks: Sequence[str]) -> str:
    return f" {{{', '.join(marks)}}}" if marks else ""
