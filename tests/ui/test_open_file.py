"""An open file: each step, and any row of events over a disk made of bytes."""

from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.errors import Problem
from desktop_app.memory import saving
from desktop_app.memory.files import Rewritten
from desktop_app.memory.saving import Clash, Written
from desktop_app.notebook.drafts import UnsavedDraft
from desktop_app.notebook.files import Snapshot, sha_of
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.lines import as_buffer
from desktop_app.notebook.merge import BOTH, OURS, THEIRS
from desktop_app.ui.writing.open_file import (
    FileStatus,
    OpenFile,
    TextPlace,
    read,
)

PATH = "MEMORY.md"
FULL = Problem("The disk is full.", "")
_WORD = 6  # letters of each typed word


def snapshot(text: str) -> Snapshot:
    data = text.encode()
    return Snapshot(PATH, data, sha_of(data))


class Disk:
    """A notebook of one file, in memory: what the saving asks of one."""

    layout = Layout()
    alone = staticmethod(nullcontext)

    def __init__(self, text: str = "one\ntwo\nthree\n") -> None:
        self.files = self.drafts = self.history = self
        self.trouble: Problem | None = None  # why nothing is saved
        self.full = False  # nor kept
        self.data = text.encode()
        self.ever = [self.data]  # the file's texts, and what its history was given
        self.kept: dict[str, UnsavedDraft] = {}

    def now(self) -> datetime:
        return datetime(2026, 11, 21)

    def copy_of(self, path: str) -> None:
        return None

    def read(self, path: str) -> Snapshot:
        return Snapshot(path, self.data, sha_of(self.data))

    look_at = read

    def keep_seen(self, snapshot: Snapshot) -> None:
        self.ever.append(snapshot.data)

    def outside(self, data: bytes) -> None:
        self.data = data
        self.ever.append(data)

    def save(
        self, path: str, data: bytes, base: Snapshot, cause: str = "edit", *, copy: bool = True
    ) -> Snapshot:
        assert not copy
        assert base.data == self.data, "another program's text would be overwritten"
        if self.trouble:
            raise self.trouble
        self.outside(data)
        return self.read(path)

    def rewrite(self, path: str, change: Callable[[Snapshot], bytes | None]) -> Rewritten:
        before = self.read(path)
        wanted = change(before)
        after = before if wanted is None else self.save(path, wanted, before, copy=False)
        return Rewritten(before, after)

    def keep(self, draft: UnsavedDraft | str, data: bytes = b"", cause: str = "") -> None:
        if isinstance(draft, str):
            self.ever.append(data)
        elif self.full:
            raise FULL
        else:
            self.kept[draft.key] = draft

    def clear(self, key: str) -> None:
        self.kept.pop(key, None)

    def find(self, path: str) -> UnsavedDraft | None:
        return next(iter(self.kept.values()), None)


_JOBS = {"_write": "save", "draft_taken": "bring", "_look": "look"}  # by who asks for them


class Job:
    """What is to be done in a thread, and who hears of it; `data` is a draft on its way."""

    def __init__(self, work: Callable, done: Callable, failed: Callable) -> None:
        self.work, self.done, self.failed = work, done, failed
        self.kind = _JOBS[work.__qualname__.split(".")[1]]
        self.data = b""

    def hear(self, found: object) -> None:
        (self.failed if isinstance(found, Problem) else self.done)(found)


class Desk:
    """One file and its disk; jobs are done and answered when the test says so, in their order."""

    name = "desk"

    def __init__(self, text: str = "one\ntwo\nthree\n") -> None:
        self.disk = Disk(text)
        self.jobs = self.editor = self
        self.done: list[str] = []  # the effects, by their names
        self.shown_text = ""
        self.words: set[str] = set()
        self.waiting: list[Job] = []
        self.under_way: Job | None = None
        for name in ("drafted", "asked", "renewed"):
            setattr(self, name, SimpleNamespace(emit=lambda *_, name=name: self.done.append(name)))
        self.open()

    def open(self) -> None:
        self.file = OpenFile(self, self.disk, read(self.disk, PATH))
        self.load(self.file.text)

    # -- what a file asks for -------------------------------------------------------------------

    def text(self) -> str:
        return self.shown_text

    def load(self, text: str) -> None:
        self.done.append("load")
        self.shown_text = text

    def receive(self, text: str) -> None:
        self.done.append("receive")
        self.shown_text = text

    def rest(self) -> None:
        self.done.append("rest")

    def tell_saved(self) -> None:
        self.done.append("saved")

    def left(self, file: OpenFile, problem: Problem | None) -> None:
        self.done.append("left")

    def written(self, file: OpenFile) -> None:
        file.stirred(True)

    def untold(self, problem: Problem) -> None:
        pass

    def heard(self, file: OpenFile) -> None:
        pass

    def do(self, work: Callable, done: Callable, failed: Callable) -> None:
        self.waiting.append(Job(work, done, failed))
        self.done.append(self.waiting[-1].kind)

    def call(self, _name: str, work: Callable, done: Callable, failed: Callable) -> None:
        self.do(work, done, failed)

    # -- what is checked ------------------------------------------------------------------------

    def after(self, *steps: Callable) -> "Desk":
        for step in steps:
            self.done = []
            step(self)
        return self

    def check(self) -> None:
        jobs = [one for one in [*self.waiting, self.under_way] if one and one.kind == "save"]
        assert len(jobs) <= 1, "two saves under way"
        assert bool(jobs) == bool(self.file.saving)
        self.nothing_is_lost()

    def nothing_is_lost(self) -> None:
        """Each typed word is in the editor, in what the file holds, on the disk or a draft."""
        places = [*self.disk.ever, *(draft.data for draft in self.disk.kept.values())]
        places += [self.file.now.encode(), *(job.data for job in self.waiting)]
        missing = {word for word in self.words if not any(word.encode() in one for one in places)}
        assert not missing

    # -- what may happen ------------------------------------------------------------------------

    def type(self, at: int) -> None:
        if self.file.place is TextPlace.EDITOR:
            word = f"w{len(self.words):0{_WORD}}"
            self.words.add(word)
            lines = self.shown_text.split("\n")
            at %= len(lines)
            lines[at] = f"{lines[at]}{word}"
            self.shown_text = "\n".join(lines)
            self.file.typed()

    def outside(self, at: int) -> None:
        lines = self.disk.data.split(b"\n")
        at %= len(lines)
        lines[at : at + at % 2] = [b"theirs %d" % len(self.disk.ever)]
        self.disk.outside(b"\n".join(lines))

    def fill(self, at: int) -> None:
        self.disk.trouble = FULL if self.disk.trouble is None else None
        self.disk.full = at % 2 == 1

    def flush(self, _at: int) -> None:
        self.file.save_wanted()

    def look(self, at: int) -> None:
        self.file.stirred(at % 2 == 1)

    def work(self, _at: int) -> None:
        """The next job is done; its answer comes later."""
        if self.waiting and self.under_way is None:
            self.under_way = self.waiting.pop(0)
            try:
                self.found = self.under_way.work()
            except Problem as problem:
                self.found = problem

    def hear(self, _at: int) -> None:
        """The job that is done is answered."""
        job, self.under_way = self.under_way, None
        if job is not None:
            job.hear(self.found)

    def settle(self, at: int) -> None:
        if self.file.clash is not None:
            count = len(self.file.clash.merge.conflicts)
            chosen = [(OURS, THEIRS, BOTH)[(at + n) % 3] for n in range(count)]
            if any(one is THEIRS for one in chosen):
                chosen = [OURS] * count  # what a person refuses is theirs to lose from the file
            self.file.decided(chosen)

    def put_away(self, _at: int) -> None:
        self.file.put_away()

    def come_back(self, _at: int) -> None:
        """The file is opened anew once nothing of it is under way; what is stranded returns."""
        if self.file.place is TextPlace.STRANDED and self.file.saving is None:
            self.file.returned(None)
        elif self.file.place is TextPlace.GONE and not self.waiting and self.under_way is None:
            self.open()

    def draft(self, _at: int) -> None:
        if self.file.place is TextPlace.EDITOR:
            self.file.save_wanted()
            draft = self.file.draft
            self.file.draft_taken()
            if draft is not None:
                self.waiting[-1].data = draft.data


def types(text: str) -> Callable:
    def step(desk: Desk) -> None:
        desk.shown_text = text
        desk.file.typed()

    return step


def does(name: str, *given: object) -> Callable:
    return lambda desk: getattr(desk.file, name)(*given)


def hears(found: object) -> Callable:
    """The answer to the job that was begun last."""
    return lambda desk: desk.waiting.pop().hear(found)


def a_clash() -> Clash:
    """Ours is `ours`, theirs is `theirs`; both were `one`."""
    disk = Disk("one\n")
    disk.outside(b"theirs\n")
    found = saving.write(disk, saving.Task(PATH, snapshot("one\n"), "ours\n", "0" * 16))
    assert isinstance(found, Clash)
    return found


def written(text: str, shown: str | None = None) -> Written:
    return Written(snapshot(text), shown)


MET = a_clash()
TYPED, MORE, SAVE = types("ours\n"), types("ours\nmore\n"), does("save_wanted")
LOOK, AWAY, DECIDE = does("stirred", False), does("put_away"), does("decided", [OURS])
FLUSHED = (TYPED, SAVE)
CLASHED = (*FLUSHED, hears(MET))


@pytest.mark.parametrize("late", [False, True])
def test_answers_do_not_take_away_what_was_typed_since_the_clash(late: bool) -> None:
    """Found by the row of events: the answered text took the editor's place."""
    events = (SAVE, DECIDE, MORE, hears(MET)) if late else (MORE, DECIDE)
    desk = Desk("one\n").after(*CLASHED, *events)
    assert desk.done == ["save"], "it is saved, and asked about anew"
    assert (desk.file.saving.text, desk.file.answers) == ("ours\nmore\n", None)


@pytest.mark.parametrize(
    ("before", "typed", "after"),
    [
        ("one\n", "one\ntwo", "one\ntwo\n"),
        ("", "one", "one\n"),
        ("one\ntwo", "one\ntwo or", "one\ntwo or\n"),
        ("one\ntwo", "1\ntwo", "1\ntwo"),
        ("one\n", "one", "one\n"),
        ("one\r\n", "one\ntwo", "one\r\ntwo\r\n"),
        ("one\n", "", ""),
    ],
)
def test_an_edited_last_line_ends_as_lines_do_and_taking_it_back_gives_every_byte_back(
    before: str, typed: str, after: str
) -> None:
    desk = Desk(before)
    first = desk.file.text
    for text, wanted in ((typed, after), (first, before)):
        types(text)(desk)
        SAVE(desk)
        desk.work(0)
        desk.hear(0)
        assert (desk.disk.data, desk.shown_text) == (wanted.encode(), text)
    assert not desk.file.unsaved


def test_a_line_that_a_program_adds_after_a_save_is_a_line_of_its_own() -> None:
    desk = Desk("one\n")
    types("one\nours")(desk)
    for act in (SAVE, lambda desk: desk.work(0), lambda desk: desk.hear(0)):
        act(desk)
    desk.disk.outside(desk.disk.data + b"theirs\n")
    types("one\nours typed on")(desk)
    for act in (SAVE, lambda desk: desk.work(0), lambda desk: desk.hear(0)):
        act(desk)
    assert desk.disk.data == b"one\nours typed on\ntheirs\n"
    assert desk.shown_text == "one\nours typed on\ntheirs"


ACTS = ("type", "type", "outside", "fill", "flush", "look", "work", "work", "hear", "hear",
    "settle", "put_away", "come_back", "draft")  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 9)), max_size=60))
def test_no_row_of_events_loses_what_was_typed_or_saves_twice_at_once(
    acts: list[tuple[str, int]],
) -> None:
    desk = Desk()
    for name, at in acts:
        getattr(desk, name)(at)
        desk.check()
    desk.disk.trouble, desk.disk.full = None, False
    for _ in range(20):  # all is answered, the disk has room, and nobody types any more
        for act in (desk.work, desk.hear, desk.come_back, desk.settle):
            act(0)
        if desk.file.touched and desk.file.shown:
            desk.flush(0)
        desk.check()
    assert desk.file.saving is None and desk.waiting == []
    assert (desk.file.shown, desk.file.status) == (True, FileStatus.CLEAN)
    on_disk = as_buffer(desk.file.base.data)
    assert desk.file.now in (on_disk, on_disk.removesuffix("\n"))
