"""A notebook's life in small steps: a person, agents, other programs, dreams and crashes.

Everything that anyone writes carries a word of its own, so that it can be looked for afterwards.
"""

import asyncio
import os
import random
import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NoReturn

from desktop_app.dreams.dream import deep_dream
from desktop_app.dreams.proposal import Change, ChangeKind, Proposal, wording
from desktop_app.dreams.schedule import Skip
from desktop_app.errors import Problem
from desktop_app.memory import saving
from desktop_app.memory.files import UpdateMode
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.files import Snapshot, sha_of
from desktop_app.notebook.forgetting.cutting import CHOSEN, cut_file
from desktop_app.notebook.forgetting.phrases import sought
from desktop_app.notebook.lines import as_buffer
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.merge import BOTH, OURS, THEIRS
from desktop_app.notebook.source import Source
from desktop_app.notebook.storage import swap
from tests.support.dreaming import DAY, StillClock, ToldDreamer, a_notebook, opened
from tests.support.every_byte import standing
from tests.support.nights import Chosen

CORE, YESTERDAY = "MEMORY.md", "memory/2026-11-20.md"
_WORD = re.compile(rb"w[0-9]+w")
_STEPS = ("open", "write", "fsync", "replace", "rename", "link", "unlink", "mkdir", "ftruncate")
_SOURCE = Source(YESTERDAY, 5, "The report moves from 27 November to 4 December.")


def words_of(data: bytes) -> set[bytes]:
    """The words of ours in a text."""
    return set(_WORD.findall(data))


class Life:
    """One notebook and what must be in it. `chance` chooses places; the test chooses the acts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = StillClock()
        self.root = a_notebook(folder, d20261120=DAY)
        self.memory = opened(self.root, folder, self.clock)
        self.count = 0
        self.must: set[bytes] = set()  # to be found somewhere, for ever
        self.typed: set[bytes] = set()  # by the person, who may take it out again
        self.editors: dict[str, tuple[Snapshot, str, str]] = {}
        self.texts: dict[str, list[bytes]] = {CORE: [], YESTERDAY: []}  # earlier ones
        self.brought: dict[str, set[bytes]] = {}  # by dreams, before a part of them was forgotten
        self.note()  # from now on the folder is marked as a notebook, whatever others delete

    def close(self) -> None:
        self.memory.close()

    # -- looking ----------------------------------------------------------------------------

    def word(self) -> str:
        self.count += 1
        return f"w{self.count:04}w"  # as long as each other: packed, two could look like a third

    def data(self, path: str) -> bytes:
        file = self.root / path
        return file.read_bytes() if file.is_file() else b""

    def today(self) -> str:
        return self.memory.layout.day(self.clock.now().date())

    def saw(self, path: str) -> None:
        """The program has noticed or written this file: nothing in it may be lost any more."""
        self.must |= words_of(self.data(path))

    def lost(self) -> set[bytes]:
        """Words that are in no file, no version and no draft, though they must be."""
        return self.must - {word for text in self.texts_kept() for word in words_of(text)}

    def texts_kept(self) -> Iterator[bytes]:
        """Every file, version and draft."""
        for place in (self.root, self.memory._notebook.own / "drafts"):
            for file in place.rglob("*"):
                if file.is_file() and not file.name.endswith(".nightstand"):
                    yield file.read_bytes()
        for version in self.memory._notebook.history.versions(limit=100_000):
            yield self.memory.history.content(version.version)

    def kept(self, path: str, before: bytes, gone: set[bytes], what: str) -> None:
        """After an act of ours, all that stood in the file still stands, but what it took out."""
        missing = words_of(before) - gone - words_of(self.data(path))
        assert not missing, f"{what} took {missing} out of {path}"
        if self.data(path) != before:
            self.must |= words_of(before)
            self.saw(path)

    # -- a person and agents ------------------------------------------------------------------

    def note(self) -> None:
        path, word = self.today(), self.word()
        before = self.data(path)
        self.memory.days.remember(f"A note {word}")
        assert self.data(path).startswith(before)
        assert word.encode() in self.data(path)
        self.kept(path, before, set(), "a note")

    def agent_updates(self) -> None:
        before, word = self.data(CORE), self.word()
        self.memory.files.update(f"- An agent's line {word}", heading="Work")
        assert word.encode() in self.data(CORE)
        self.kept(CORE, before, set(), "an update")
        self.pins_stay(before, "an update")

    def agent_replaces(self) -> None:
        """An agent puts a text of its own in the place of all of MEMORY.md."""
        before, word = self.data(CORE), self.word()
        self.memory.files.update(f"# Memory\n\n- All new {word}", UpdateMode.REPLACE)
        assert word.encode() in self.data(CORE)
        self.saw(CORE)
        self.pins_stay(before, "a replacing update")

    def pin(self, chance: random.Random) -> None:
        """A person pins a bullet, or unpins it; nothing else changes."""
        before = self.data(CORE)
        bullets = MemoryFile(before).bullets
        if not bullets:
            return
        at = chance.randrange(len(bullets))
        self.memory.files.pin(bullets[at].line, not bullets[at].pinned)
        after = MemoryFile(self.data(CORE)).bullets
        turned = [one.pinned != was.pinned for one, was in zip(after, bullets, strict=True)]
        assert turned == [n == at for n in range(len(bullets))]
        self.kept(CORE, before, set(), "a pin")

    def pins_stay(self, before: bytes, what: str) -> None:
        """After an act that is not the person's own, every pinned bullet stands as it stood."""
        gone = pinned_in(before) - pinned_in(self.data(CORE))
        assert not gone, f"{what} took or changed the pinned {list(gone)}"

    def open_editor(self, path: str) -> None:
        base, draft = saving.open_file(self.memory, path)
        text, key = as_buffer(base.data), secrets.token_hex(8)
        if draft is not None:  # as after a restart: its text in the editor, over what it was
            base, text, key = saving.draft_base(draft), as_buffer(draft.data), draft.key
        self.editors[path] = base, key, text

    def type_into(self, path: str, chance: random.Random) -> None:
        if path not in self.editors:
            self.open_editor(path)
        base, key, text = self.editors[path]
        lines, word = text.split("\n"), self.word()
        at = chance.randrange(len(lines))
        kind = chance.random()
        if kind < 0.5:
            lines.insert(at, f"- typed {word}")
        elif kind < 0.8:
            lines[at] += f" {word}"
        else:  # of words that only a draft had, this is the end
            gone = words_of(lines.pop(at).encode("utf-8", "surrogatepass"))
            self.must -= (gone & self.typed) - words_of(base.data)
        self.editors[path] = base, key, "\n".join(lines)

    def save_editor(self, path: str, chance: random.Random) -> None:
        """What the document does: write, merge what others wrote, and ask in a clash."""
        if path not in self.editors:
            return
        opened_at, key, text = self.editors.pop(path)
        base, typed = words_of(opened_at.data), words_of(text.encode("utf-8", "surrogatepass"))
        before = self.data(path)
        task = saving.Task(path, opened_at, text, key)
        ours, taken_out = typed - base, base - typed
        self.must -= taken_out & self.typed  # a person's own words, taken back by that person
        self.typed |= ours
        answer = saving.write(self.memory, task)
        if isinstance(answer, saving.Clash):
            assert self.data(path) == before
            self.must |= ours
            if chance.random() < 0.7:
                count = len(answer.merge.conflicts)
                answers = [chance.choice((OURS, THEIRS, BOTH)) for _ in range(count)]
                assert not isinstance(
                    saving.settle(self.memory, task, answer, answers), saving.Clash
                )
                assert THEIRS in answers or not path_lacks(self.data(path), ours)
                if self.data(path) != before:
                    self.must |= words_of(before)
                    self.saw(path)
        else:
            assert not path_lacks(self.data(path), ours), "what was typed is not there"
            self.kept(path, before, taken_out | twice_in(opened_at.data), "a save")
            self.must -= taken_out & self.typed
        if chance.random() < 0.5:
            self.open_editor(path)

    def save_over(self, path: str, base_back: int) -> None:
        """A save by someone who read the file some time ago."""
        if not self.texts[path]:
            return
        old = self.texts[path][-1 - base_back % len(self.texts[path])]
        before, word = self.data(path), self.word().encode()
        line = b"- stale " + word + b"\n"
        snapshot = self.memory.files.read(path)
        stale = type(snapshot)(path, old, sha_of(old))
        with suppress(Problem):
            self.memory.files.save(path, old + line, stale)
        if before != old:  # refused, or its one line beside what it had not read
            left = self.data(path).replace(line, b"", 1)
            assert left == before, "a save took the place of a text it had not read"
        if self.data(path) != before:
            self.saw(path)
        self.must.add(word)

    def restore(self, chance: random.Random) -> None:
        versions = self.memory.history.versions(CORE)
        if versions:
            before = self.data(CORE)
            self.memory.history.restore(CORE, chance.choice(versions).version)
            if self.data(CORE) != before:
                self.must |= words_of(before)
                self.saw(CORE)

    # -- other programs -----------------------------------------------------------------------

    def outside(self, path: str, chance: random.Random) -> None:
        """Another program saves in its own way; the watcher may not have noticed yet."""
        before = self.data(path)
        self.texts[path].append(before)
        lines = before.split(b"\n")
        at, what, word = chance.randrange(len(lines)), chance.random(), self.word().encode()
        if what < 0.5:
            lines.insert(at, b"- outside " + word)
        elif what < 0.6:
            del lines[at]
        elif what < 0.7:
            lines[at] += b" " + word + b" caf\xe9\r"
        else:
            lines = self._earlier(path, chance).split(b"\n")  # as a checkout does
        new = b"\n".join(lines)
        file = self.root / path
        how = chance.choice(["rename", "in place", "append"])
        if what >= 0.7 and how == "append":
            how = "rename"
        if how == "rename":
            file.with_name("other.tmp").write_bytes(new)
            file.with_name("other.tmp").replace(file)
        elif how == "in place":
            file.write_bytes(new)
        else:
            with file.open("ab") as end:
                end.write(b"- appended " + word + b"\n")

    def _earlier(self, path: str, chance: random.Random) -> bytes:
        versions = self.memory.history.versions(path)
        if not versions:
            return chance.choice(self.texts[path])
        return self.memory.history.content(chance.choice(versions).version)

    def delete(self, path: str) -> None:
        (self.root / path).unlink(missing_ok=True)

    def look(self) -> None:
        """The watcher's look."""
        for path in self.memory.index.refresh():
            self.saw(path)

    # -- dreams ---------------------------------------------------------------------------------

    def dream(self, chance: random.Random) -> Proposal | None:
        bullets = list(MemoryFile(self.data(CORE)).bullets)
        chance.shuffle(bullets)
        changes = [self._change(chance, bullets) for _ in range(chance.randint(1, 4))]
        outcome = asyncio.run(
            deep_dream(
                self.memory._notebook,
                self.memory._store,
                ToldDreamer(*changes),
                now=self.clock.now(),
                lookback_days=9,
                force=True,
            )
        )
        return outcome.proposal

    def dream_by_itself(self, chance: random.Random) -> None:
        """Its time has come; it writes even what no source says, and the rest waits."""
        bullets = list(MemoryFile(self.data(CORE)).bullets)
        chance.shuffle(bullets)
        changes = [self._change(chance, bullets) for _ in range(chance.randint(1, 4))]
        dreamer = ToldDreamer(*changes)
        self.memory._engines.dreamer = lambda engine: dreamer  # type: ignore[method-assign]
        get = Chosen(
            schedule="daily",
            time=f"{self.clock.now():%H:%M}",
            unattended=chance.choice(["propose", "supported", "verbatim"]),
            agents_lines=[str(self.memory.root)] * chance.randint(0, 1),
        )
        before, pending = self.data(CORE), self.memory.dreams.proposals()
        dream = asyncio.run(self.memory.schedule.run_if_due(get))
        if dream.verdict.why == Skip.PAUSED:
            assert self.data(CORE) == before
            self.memory.schedule.resume()
        applied = dream.applied.proposal if dream.applied else None
        numbers = {change.n for change in applied.changes} if applied else set()
        self.kept(CORE, before, taken_by(applied, numbers) if applied else set(), "a night")
        waiting = {wording(c) for p in self.memory.dreams.proposals() for c in p.changes}
        said = {wording(c) for p in pending for c in p.changes if c.decided and c.accepted}
        assert said <= waiting, "a night took away what somebody had said yes to"

    def _change(self, chance: random.Random, bullets: list[Bullet]) -> Change:
        kind = chance.choice(["added", "updated", "merged", "removed", "moved", "question"])
        taken = [bullets.pop() for _ in range(2 if kind == "merged" else 1) if bullets]
        if kind == "added" or not taken:
            kind, taken = "added", []
        return Change(
            n=0,
            kind=kind,
            heading=taken[0].heading if taken else chance.choice(["", "Work", "Boats"]),
            line=taken[0].line if taken else 0,
            old=tuple(bullet.text for bullet in taken),
            new=None if kind in ("removed", "moved") else f"Dreamt {self.word()}",
            sources=(_SOURCE,),
            verdict="supported",
            accepted=True,
            reason="",
            to=self.memory.layout.about(taken[0].heading) if kind == "moved" else "",
        )

    def apply(self, chance: random.Random) -> None:
        waiting = self.memory.dreams.proposals()
        if not waiting:
            return
        numbers = [change.n for change in waiting[0].changes]
        only = set(chance.sample(numbers, chance.randint(1, len(numbers))))
        before = self.data(CORE)
        try:
            applied = self.memory.dreams.apply(waiting[0].id, only)
        except Problem:
            assert self.data(CORE) == before
            return
        only -= {change.n for change in applied.unwritten}
        self.kept(CORE, before, taken_by(applied.proposal, only), "a dream")
        self.pins_stay(before, "a dream")
        for change in moved(applied.proposal, only):  # a heading that is left empty goes, too
            there = words_of(self.data(change.to))
            assert set(_words(iter((change.heading, *change.old)))) <= there, "lost on the way"

    def undo(self) -> None:
        before = self.data(CORE)
        found = [p for p in self.memory.dreams.proposals("applied") if not p.undone]
        if not found:
            return
        proposal = found[0]
        self.memory.dreams.undo(proposal.id)
        brought = brought_by(proposal) | self.brought.get(proposal.id, set())
        self.kept(CORE, before, brought, "an undo")
        self.pins_stay(before, "an undo")

    def discard(self) -> None:
        before = self.data(CORE)
        if self.memory.dreams.proposals():
            self.memory.dreams.discard()
        assert self.data(CORE) == before

    # -- forgetting -----------------------------------------------------------------------------

    def forget(self, chance: random.Random) -> None:
        """A word is forgotten for good, with all that stands on its lines: it is in no byte."""
        if not self.must:
            return
        word = chance.choice(sorted(self.must))
        goes = self.on_lines_with(word)
        self.forget_word(word)
        self.has_forgotten(word, goes)

    def forget_word(self, word: bytes) -> None:
        self.note_brought()
        found = self.memory.forgetting.find(word.decode())
        assert self.memory.forgetting.forget(found, CHOSEN).unfinished == ""

    def note_brought(self) -> None:
        """What dreams brought: a change of which a part is forgotten is in their proposals no more,
        but taking the dream back still takes it out."""
        for proposal in self.memory.dreams.proposals(None):
            self.brought[proposal.id] = brought_by(proposal) | self.brought.get(proposal.id, set())

    def has_forgotten(self, word: bytes, goes: set[bytes]) -> None:
        own = self.memory._notebook.own
        assert standing(word.decode(), self.root, own) == []
        self.must -= goes
        self.typed -= goes
        self.editors.clear()  # a buffer is what a person has typed, and may write again
        self.texts = {path: [] for path in self.texts}

    def on_lines_with(self, word: bytes) -> set[bytes]:
        """The words that stand on a line with this one, in any text that is kept."""
        asked = sought([word.decode()])
        lines = (line for text in self.texts_kept() for line in cut_file(text, asked).lines)
        return {word}.union(*(words_of(os.fsencode(line.text)) for line in lines))

    # -- ends -----------------------------------------------------------------------------------

    def restart(self) -> None:
        self.memory.close()
        self.memory = opened(self.root, self.folder, self.clock)
        stuck = [p.name for p in self.memory._notebook.own.glob("journal/*.intent")]
        assert not stuck
        assert not [*self.root.rglob(".*.nightstand")], "a leftover"

    def crash(self, act: str, steps: int, chance: random.Random) -> None:
        """An act of a process of its own that ends after some steps on the disk."""
        files = {path: self.data(path) for path in {CORE, YESTERDAY, self.today()}}
        gone: set[bytes] = set()
        if act == "apply":
            for proposal in self.memory.dreams.proposals():
                gone |= taken_by(proposal, {change.n for change in proposal.changes})
        if act == "undo":
            for proposal in self.memory.dreams.proposals("applied"):
                gone |= brought_by(proposal) | self.brought.get(proposal.id, set())
        text, self.count = f"{self.word()}", self.count + 8
        if act == "forget":
            text = chance.choice(sorted(self.must or {b"w0000w"})).decode()
            goes = self.on_lines_with(text.encode())
            self.note_brought()
        self.memory.close()
        child = os.fork()
        if child == 0:
            self._child(act, steps, chance, text)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) in (0, 9), "a traceback in the other process"
        self.memory = opened(self.root, self.folder, self.clock)
        if act == "forget" and not any(text.encode() in one for one in self.texts_kept()):
            self.has_forgotten(text.encode(), goes)
            gone = goes
        for path, before in files.items():
            known = set(self.must)
            self.kept(path, before, gone, f"a crash in {act}")
            if path == CORE:
                self.pins_stay(before, f"a crash in {act}")
            if status != 0:  # of what was never told as written, only the old must be known
                self.must = known | (self.must & words_of(before))
        if act == "forget":
            self.must -= gone  # `kept` has seen them in what stood there before
        assert not [*self.root.rglob(".*.nightstand")], "a leftover"

    def acts(self, chance: random.Random, text: str) -> dict[str, Callable[[], object]]:
        """What a process of its own may do, by name."""
        return {
            "note": lambda: self.memory.days.remember(text),
            "update": lambda: self.memory.files.update(f"- {text}"),
            "apply": lambda: self.apply(chance),
            "undo": self.undo,
            "forget": lambda: self.forget_word(text.encode()),
        }

    def _child(self, act: str, steps: int, chance: random.Random, text: str) -> NoReturn:
        try:
            with closing(opened(self.root, self.folder, self.clock)) as memory:
                self.memory = memory
                do = self.acts(chance, text)[act]
                end_after(steps)
                do()
            os._exit(0)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(1)


_left: Iterator[int] = iter(())


def counted(real: Callable[..., object]) -> Callable[..., object]:
    """The same as a step, before which the process may end."""

    def step(*args: object, **named: object) -> object:
        if next(_left, None) is None:
            os._exit(9)
        return real(*args, **named)

    return step


def end_after(steps: int) -> None:
    """Have this process end, as if killed, before its `steps`th step on the disk."""
    global _left
    _left = iter(range(steps))
    for name in _STEPS:
        setattr(os, name, counted(getattr(os, name)))
    for name in ("exchange", "rename_new"):
        setattr(swap.Renames, name, counted(getattr(swap.Renames, name)))


def taken_by(proposal: Proposal, only: set[int]) -> set[bytes]:
    """The words that these changes may take out of MEMORY.md."""
    taken = [old for c in proposal.changes if c.n in only for old in c.old]
    return set(_words(iter([*taken, *(change.heading for change in moved(proposal, only))])))


def moved(proposal: Proposal, only: set[int]) -> list[Change]:
    return [c for c in proposal.changes if c.n in only and c.kind == ChangeKind.MOVED]


def brought_by(proposal: Proposal) -> set[bytes]:
    """The words that the dream brought into MEMORY.md, which taking it back takes out."""
    return set(_words(change.new or "" for change in proposal.changes))


def pinned_in(data: bytes) -> Counter[str]:
    """The pinned bullets of a text, line by line as they stand."""
    return Counter(one.text for one in MemoryFile(data).bullets if one.pinned)


def twice_in(data: bytes) -> set[bytes]:
    """The words of ours that stand more than once: each place may be taken out by somebody else."""
    return {word for word, count in Counter(_WORD.findall(data)).items() if count > 1}


def path_lacks(data: bytes, words: set[bytes]) -> set[bytes]:
    return words - words_of(data)


def _words(texts: Iterator[str]) -> Iterator[bytes]:
    for text in texts:
        yield from words_of(text.encode("utf-8", "surrogateescape"))
