"""The poison lab of an open notebook: lines that were written to steer a model, and quarantine.

It marks; what becomes of a line, only a person says. A text that was looked at once is not judged
again.
"""

import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from desktop_app import resources
from desktop_app.dreams.decisions import resting_on
from desktop_app.dreams.proposal import ProposalState
from desktop_app.dreams.window import days_with
from desktop_app.errors import Problem, Stale
from desktop_app.language.gate import Held, reason_of
from desktop_app.language.gate.poison import (
    LEAST,
    Certainty,
    PoisonFinding,
    goes_on,
    poison_in,
    poison_in_text,
)
from desktop_app.memory.room import Room
from desktop_app.notebook.files import Snapshot, Stat
from desktop_app.notebook.history import Cause
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.passage import no_line
from desktop_app.notebook.quarantine import (
    FineLine,
    QuarantineBook,
    QuarantinedLine,
    put_back,
    taken,
)
from desktop_app.words import as_sentence, tr

_RULES = 4
"""Counts up when what is looked at changes, so that every text is looked at again."""
_KEPT_AT_ONCE = 200  # texts, after which what was found is kept: a long look may be left
_SHOWN = frozenset({FileKind.MEMORY, FileKind.DAYS})


@dataclass(frozen=True)
class PoisonedLine:
    """A suspicious line: where it stands, its text, and what was found, the surest first."""

    path: str
    line: int
    text: str
    findings: tuple[PoisonFinding, ...]

    @property
    def sure(self) -> float:
        """How sure the surest finding is."""
        return self.findings[0].sure

    @property
    def certainty(self) -> Certainty:
        """The same in words."""
        return self.findings[0].certainty


class _Looked(NamedTuple):
    """A file as it was looked at: its marks, the sign of its text, its suspicious lines."""

    stat: Stat
    sign: str
    lines: tuple[int, ...]


class PoisonLab(Room):
    """Looks for suspicious lines and moves them. Methods block."""

    def _set_up(self) -> None:
        self._book = QuarantineBook(self._notebook.database)
        self._looked: dict[str, _Looked] = {}
        self.waiting = 0  # how many likely lines the last look found

    # -- looking ------------------------------------------------------------------------------

    def look(self) -> list[PoisonedLine]:
        """The suspicious lines of MEMORY.md and all days, the surest first, the newest day
        first."""
        found = self._found(anew=True)
        self.waiting = _likely(found)
        return sorted(found, key=lambda one: -one.sure)

    def count(self) -> int:
        """How many likely lines the texts have that were looked at before: a command does not wait
        for a look at all notes."""
        return _likely(self._found(anew=False))

    def _found(self, *, anew: bool) -> list[PoisonedLine]:
        notebook, fine = self._notebook, self._fine()
        kind = notebook.layout.kind
        stats = notebook.files.stats(path for path in notebook.paths() if kind(path) in _SHOWN)
        rules = rules_sign()
        seen = self._book.seen(rules)
        fresh: dict[str, tuple[int, ...]] = {}
        found: list[PoisonedLine] = []
        signs = set()
        for path, stat in sorted(stats.items(), reverse=True):
            with suppress(Problem):  # gone, or we may not read it: the page that opens it says so
                looked = self._looked.get(path)
                if looked is None or looked.stat != stat:
                    looked = self._judged(path, stat, seen, fresh, anew)
                signs.add(looked.sign if looked else "")
                if looked and looked.lines:
                    found += self._lines(path, looked.lines, fine)
            if len(fresh) >= _KEPT_AT_ONCE:
                self._book.see(rules, fresh, ())
                seen |= {sign: list(lines) for sign, lines in fresh.items()}
                fresh.clear()
        gone = seen.keys() - signs
        if fresh or gone:
            self._book.see(rules, fresh, gone)
        return found

    def _judged(
        self, path: str, stat: Stat, seen: dict[str, list[int]], fresh: dict[str, tuple[int, ...]],
        anew: bool,
    ) -> _Looked | None:  # fmt: skip
        snapshot = self._notebook.read(path)
        sign = snapshot.sha[:32]  # half of it: forgetting renames whole ones
        if sign in seen:
            lines = tuple(seen[sign])
        elif sign in fresh:
            lines = fresh[sign]
        elif not anew:
            return None
        else:
            lines = fresh[sign] = tuple(n for n, _ in poison_in_text(snapshot.text))
        looked = self._looked[path] = _Looked(stat, sign, lines)
        return looked

    def _lines(
        self, path: str, numbers: tuple[int, ...], fine: frozenset[str]
    ) -> Iterator[PoisonedLine]:
        text = self._notebook.read(path).text
        wanted, in_comment = frozenset(numbers), False
        for number, line in enumerate(text.split("\n"), start=1):
            shown = line.rstrip("\r")
            open_ = number in wanted and shown not in fine
            if open_ and (findings := poison_in(line, in_comment)):
                yield PoisonedLine(path, number, shown, findings)
            in_comment = goes_on(line, in_comment)

    def in_text(self, text: str) -> dict[int, str]:
        """Why lines of a text as it is shown, which may not be saved, are marked: they are
        suspicious, or tell a secret."""
        from desktop_app.language.gate.poison_words import findings_words  # long to load
        from desktop_app.language.gate.secrets import secrets

        fine, lines = self._fine(), [line.rstrip("\r") for line in text.split("\n")]
        why = {n: reason_of(Held.SECRET) for n, line in enumerate(lines, 1) if secrets(line)}
        found = {n: findings_words(findings) for n, findings in poison_in_text(text)}
        marked = {n: as_sentence(told) for n, told in why.items()} | found
        return {n: told for n, told in marked.items() if lines[n - 1] not in fine}

    def _fine(self) -> frozenset[str]:
        return frozenset(one.text for one in self._book.fine())

    # -- what a person says -------------------------------------------------------------------

    def quarantine(self, path: str, line: int, text: str | None = None) -> QuarantinedLine:
        """Take a line out of a day or of MEMORY.md, into quarantine; that is a no to what
        a waiting dream proposes of it.

        `text` is what the person saw there. Raises Stale where another text stands there now,
        Missing where there is no such line, Problem when the disk refuses.
        """
        now = self._clock.now()
        held: list[QuarantinedLine] = []

        def without(current: Snapshot) -> bytes:
            self._drop(held)
            parts = taken(current.data, path, line, now) if self._is_note(path) else None
            if parts is None:
                raise no_line(path, line)
            rest, one = parts
            if text is not None and one.text != text:
                raise Stale(tr("Another line stands there now."), tr("Look again, then decide."))
            self._book.put(one)  # first: a crash leaves it twice, never not at all
            held.append(one)
            return rest

        try:
            self._files.rewrite(path, without, Cause.QUARANTINE)
        except BaseException:
            self._drop(held)
            raise
        self._answer_dreams(held[0], refused=True)
        return held[0]

    def _drop(self, held: list[QuarantinedLine]) -> None:
        for one in held:
            self._book.let_go(one.id)
        held.clear()

    def back(self, name: str) -> QuarantinedLine:
        """Put a line back where it stood, by its id. Raises Missing, or Problem."""
        held = self._book.named(name)
        self._files.rewrite(held.path, lambda now: put_back(now.data, held), Cause.RESTORE)
        self._book.let_go(held.id)
        self._answer_dreams(held, refused=False)
        return held

    def _answer_dreams(self, held: QuarantinedLine, *, refused: bool) -> None:
        """Say no to what waiting dreams propose of this line, or take that no back."""
        with self._notebook.lock():
            for waiting in self._store.proposals(ProposalState.PENDING):
                again = resting_on(waiting, [held], refused=refused)
                if again != waiting:
                    self._store.put(again)

    def call_fine(self, text: str) -> FineLine:
        """This line is fine, wherever it stands: it is marked no more, and the next dream reads its
        days again."""
        now = self._clock.now()
        one = self._book.call_fine(text, now)
        self._store.read_again(days_with(self._notebook, text, now.date()))
        return one

    def not_fine(self, name: str) -> None:
        """Take the word back that a line is fine, by its id. Raises Missing."""
        self._book.call_open(name)

    def held(self) -> list[QuarantinedLine]:
        """What is in quarantine, the last first."""
        return self._book.held()

    def fine_lines(self) -> list[FineLine]:
        """What is fine, the last first."""
        return self._book.fine()

    def _is_note(self, path: str) -> bool:
        return self._notebook.layout.kind(path) in _SHOWN


def _likely(found: list[PoisonedLine]) -> int:
    return sum(one.sure >= LEAST[Certainty.LIKELY] for one in found)


@cache
def rules_sign() -> str:
    """A sign of the rules and weights, by which texts were judged."""
    names = ("orders.toml", "gate.toml", "orders.bin")
    data = b"".join((resources.folder() / "language" / name).read_bytes() for name in names)
    return f"{_RULES}-{zlib.crc32(data):08x}"
