"""The machine of an open file: each step, and any row of events over a disk made of bytes."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.errors import Problem
from desktop_app.memory import saving
from desktop_app.memory.saving import Clash, Unkept, Written
from desktop_app.notebook.drafts import UnsavedDraft
from desktop_app.notebook.files import Snapshot, sha_of
from desktop_app.notebook.lines import as_buffer
from desktop_app.notebook.merge import BOTH, OURS, THEIRS
from desktop_app.ui.writing import open_file as event
from desktop_app.ui.writing.open_file import (
    After,
    Effect,
    Event,
    FileHappened,
    FileStatus,
    OpenFile,
    Say,
    TextPlace,
    step,
)

PATH = "MEMORY.md"
FULL = Problem("The disk is full.", "")
NOWHERE = Unkept("The disk is full.", "")
_WORD = 6  # letters of each typed word


def snapshot(text: str) -> Snapshot:
    data = text.encode()
    return Snapshot(PATH, data, sha_of(data))


class Disk:
    """A notebook of one file, in memory: what the saving asks of one."""

    def __init__(self, text: str = "one\ntwo\nthree\n") -> None:
        self.files = self.drafts = self.history = self
        self.trouble: Problem | None = None  # why nothing is saved
        self.full = False  # nor kept
        self.data = text.encode()
        self.ever = [self.data]  # the file's texts, and what its history was given
        self.kept: dict[str, UnsavedDraft] = {}

    def now(self) -> datetime:
        return datetime(2026, 11, 21)

    def read(self, path: str) -> Snapshot:
        return Snapshot(path, self.data, sha_of(self.data))

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

    def keep(self, draft: UnsavedDraft | str, data: bytes = b"", cause: str = "") -> None:
        if isinstance(draft, str):
            self.ever.append(data)
        elif self.full:
            raise FULL
        else:
            self.kept[draft.key] = draft

    def clear(self, key: str) -> None:
        self.kept.pop(key, None)


def opened(text: str = "one\n", **more: object) -> OpenFile:
    """A file in the editor."""
    return replace(OpenFile.of(snapshot(text), None), place=TextPlace.EDITOR, **more)


def follow(file: OpenFile, *events: Event) -> tuple[OpenFile, tuple[Effect, ...]]:
    """The file after these, and the effects of the last."""
    effects: tuple[Effect, ...] = ()
    for happened in events:
        file, effects = step(file, happened)
    return file, effects


def a_clash() -> Clash:
    """Ours is `ours`, theirs is `theirs`; both were `one`."""
    disk = Disk("one\n")
    disk.outside(b"theirs\n")
    found = saving.write(disk, saving.Task(PATH, snapshot("one\n"), "ours\n", "0" * 16))
    assert isinstance(found, Clash)
    return found


MET = a_clash()
TYPED = (FileHappened.TYPED,)
FLUSHED = (FileHappened.TYPED, event.SaveWanted("ours\n"))
CLASHED = (*FLUSHED, event.Met(MET, "ours\n"))
REFUSED = (*FLUSHED, event.Refused(NOWHERE))
DRAFT = UnsavedDraft("0" * 16, PATH, datetime(2026, 11, 20), b"one\n", b"draft\n")


def written(text: str, shown: str | None = None) -> Written:
    return Written(snapshot(text), shown)


@pytest.mark.parametrize(
    ("before", "last", "status", "effects"),
    [
        ((), FileHappened.TYPED, FileStatus.EDITING, [Say.REST]),
        ((), event.SaveWanted("one\n"), FileStatus.CLEAN, []),
        (TYPED, event.SaveWanted("one\n"), FileStatus.CLEAN, []),
        (TYPED, event.SaveWanted("ours\n"), FileStatus.SAVING, [event.Save]),
        (FLUSHED, FileHappened.TYPED, FileStatus.EDITING, [Say.REST]),
        ((*FLUSHED, *TYPED), event.SaveWanted("more\n"), FileStatus.EDITING, []),
        (FLUSHED, event.Saved(written("ours\n"), "ours\n"), FileStatus.CLEAN, [Say.SAVED]),
        (FLUSHED, event.Saved(written("ours\n"), "more\n"), FileStatus.EDITING,
            [Say.SAVED, Say.REST]),
        ((*FLUSHED, *TYPED, event.SaveWanted("more\n")), event.Saved(written("ours\n"), "more\n"),
            FileStatus.SAVING, [Say.SAVED, event.Save]),
        (FLUSHED, event.Saved(written("ours\ntheirs\n", "ours\ntheirs\n"), "ours\n"),
            FileStatus.CLEAN, [event.Receive, event.Renewed, Say.SAVED]),
        (FLUSHED, event.Met(MET, "ours\n"), FileStatus.CLASH, []),
        (FLUSHED, event.Refused(FULL), FileStatus.FAILED, []),
        (REFUSED, event.SaveWanted("ours\n"), FileStatus.FAILED, [event.Save]),
        ((*REFUSED, event.SaveWanted("ours\n")), event.Saved(written("ours\n"), "ours\n"),
            FileStatus.CLEAN, [Say.SAVED]),
        (CLASHED, event.Decided([OURS], "ours\n"), FileStatus.CLASH, [event.Save]),
        ((*CLASHED, event.SaveWanted("ours\n")), event.Decided([OURS], "ours\n"),
            FileStatus.CLASH, []),
        ((*CLASHED, event.SaveWanted("ours\n"), event.Decided([OURS], "ours\n")),
            event.Met(MET, "ours\n"), FileStatus.CLASH, [event.Save]),
        (CLASHED, event.Decided([OURS], "more\n"), FileStatus.CLASH, [event.Save]),
        ((), event.Decided([OURS], "one\n"), FileStatus.CLEAN, []),
        ((), event.Stirred(False, "one\n"), FileStatus.CLEAN, [event.LookAgain]),
        (TYPED, event.Stirred(False, "ours\n"), FileStatus.SAVING, [event.Save]),
        (FLUSHED, event.Stirred(False, "ours\n"), FileStatus.SAVING, []),
        ((*FLUSHED, event.Stirred(False, "ours\n")), event.Saved(written("ours\n"), "ours\n"),
            FileStatus.CLEAN, [Say.SAVED, event.LookAgain]),
        ((), event.PutAway("one\n"), FileStatus.CLEAN, []),
        (TYPED, event.PutAway("ours\n"), FileStatus.SAVING, [event.Save]),
        ((*FLUSHED, event.PutAway("ours\n")), event.Met(MET, "ours\n"), FileStatus.EDITING,
            [event.Left]),
        ((*FLUSHED, event.PutAway("ours\n")), event.Refused(FULL), FileStatus.FAILED, [event.Left]),
        ((*TYPED, event.PutAway("ours\n"), event.Refused(NOWHERE)), event.Returned(None),
            FileStatus.FAILED, [event.Load]),
        ((event.DraftStays(DRAFT),), FileHappened.TAKE_DRAFT, FileStatus.CLEAN,
            [Say.DRAFTED, event.BringDraft]),
        ((), event.DraftMet(DRAFT, MET, "one\n"), FileStatus.CLASH, [event.Receive, Say.ASKED]),
        (CLASHED, event.DraftMet(DRAFT, MET, "ours\n"), FileStatus.CLASH, [Say.DRAFTED]),
    ],
)  # fmt: skip
def test_each_event_leads_to_its_state_and_its_effects(
    before: Sequence[Event], last: Event, status: FileStatus, effects: list[object]
) -> None:
    file, done = follow(opened(), *before, last)
    assert file.status is status
    assert [one if isinstance(one, Say) else type(one) for one in done] == effects


def test_a_file_with_an_endless_line_is_only_read_in_the_editor() -> None:
    file = OpenFile.of(snapshot("x" * 300_000), None)
    file, done = follow(file, FileHappened.EDIT)
    assert done == (event.Load(file.text),) and not file.editable
    assert follow(file, event.Begun("- ")) == (file, ())


def test_what_no_disk_took_is_told_once_and_comes_back_into_the_editor() -> None:
    file, _ = follow(opened(), *TYPED, event.PutAway("ours\n"), event.Refused(NOWHERE))
    assert (file.place, file.held) == (TextPlace.STRANDED, "ours\n")
    file, told = follow(file, event.SaveWanted("ours\n"), event.Refused(NOWHERE))
    assert told == ()
    file, _ = follow(file, event.Returned(None), FileHappened.LOADED)
    assert (file.place, file.held, file.touched) == (TextPlace.EDITOR, "", True)


@pytest.mark.parametrize("end", [event.Refused(FULL), event.Met(MET, "ours and more\n")])
def test_what_was_typed_during_a_save_that_fails_is_kept_also_of_a_file_put_away(
    end: Event,
) -> None:
    file, effects = follow(opened(), *FLUSHED, *TYPED, event.PutAway("ours and more\n"), end)
    (save,) = effects
    assert isinstance(save, event.Save)
    assert save.task.text == "ours and more\n"
    assert file.after is After.NOTHING


def test_answers_that_came_too_late_are_not_taken_for_anothers() -> None:
    other = replace(MET, theirs=snapshot("third\n"))
    file, _ = follow(
        opened(), *CLASHED, event.SaveWanted("ours\n"), event.Decided([OURS], "ours\n")
    )
    assert file.settling
    file, effects = follow(file, event.Met(other, "ours\n"))
    assert (file.settling, file.clash, effects) == (False, other, ())


@pytest.mark.parametrize("late", [False, True])
def test_answers_do_not_take_away_what_was_typed_since_the_clash(late: bool) -> None:
    """Found by the row of events: the answered text took the editor's place."""
    more = "ours\nmore\n"
    asked = (event.SaveWanted("ours\n"), event.Decided([OURS], "ours\n"), *TYPED)
    events = (*asked, event.Met(MET, more)) if late else (*TYPED, event.Decided([OURS], more))
    _, effects = follow(opened(), *CLASHED, *events)
    (save,) = effects
    assert isinstance(save, event.Save)
    assert (save.task.text, save.answers) == (more, None), "it is saved, and asked about anew"


def test_answers_to_a_clash_that_ended_by_itself_are_waited_for_no_longer() -> None:
    file, _ = follow(
        opened(), *CLASHED, event.SaveWanted("ours\n"), event.Decided([OURS], "ours\n")
    )
    file, _ = follow(file, event.Saved(written("ours\n"), "ours\n"))
    assert (file.settling, file.status) == (False, FileStatus.CLEAN)


class Desk:
    """One file and its disk; jobs are done and answered when the test says so, in their order."""

    def __init__(self) -> None:
        self.disk = Disk()
        self.file = OpenFile.of(self.disk.read(PATH), None)
        self.editor = ""
        self.typed: set[str] = set()
        self.waiting: list[event.Save | event.LookAgain | event.BringDraft] = []
        self.under_way: object = None
        self.tell(FileHappened.EDIT)

    @property
    def now(self) -> str:
        return self.editor if self.file.place is TextPlace.EDITOR else self.file.held

    def tell(self, happened: Event) -> None:
        self.file, effects = step(self.file, happened)
        for effect in effects:
            match effect:
                case event.Load(text) | event.Receive(text):
                    self.editor = text
                case event.Save() | event.LookAgain() | event.BringDraft():
                    self.waiting.append(effect)
        saves = [one for one in [*self.waiting, self.under_way] if isinstance(one, event.Save)]
        assert len(saves) <= 1, "two saves under way"
        assert saves == ([self.file.saving] if self.file.saving else [])
        self.nothing_is_lost()

    def nothing_is_lost(self) -> None:
        """Each typed word is in the editor, in what the machine holds, on the disk or a draft."""
        places = [*self.disk.ever, *(draft.data for draft in self.disk.kept.values())]
        places += [self.now.encode(), self.under_way_data()]
        missing = {word for word in self.typed if not any(word.encode() in one for one in places)}
        assert not missing

    def under_way_data(self) -> bytes:
        """A draft on its way into the file is still one, and was checked before."""
        drafts = [one.draft for one in self.waiting if isinstance(one, event.BringDraft)]
        return b"".join(draft.data for draft in drafts)

    # -- what may happen --------------------------------------------------------------------------

    def type(self, at: int) -> None:
        if self.file.place is TextPlace.EDITOR:
            word = f"w{len(self.typed):0{_WORD}}"
            self.typed.add(word)
            lines = self.editor.split("\n")
            at %= len(lines)
            lines[at] = f"{lines[at]}{word}"
            self.editor = "\n".join(lines)
            self.tell(FileHappened.TYPED)

    def outside(self, at: int) -> None:
        lines = self.disk.data.split(b"\n")
        at %= len(lines)
        lines[at : at + at % 2] = [b"theirs %d" % len(self.disk.ever)]
        self.disk.outside(b"\n".join(lines))

    def fill(self, at: int) -> None:
        self.disk.trouble = FULL if self.disk.trouble is None else None
        self.disk.full = at % 2 == 1

    def flush(self, _at: int) -> None:
        self.tell(event.SaveWanted(self.now))

    def look(self, at: int) -> None:
        if self.file.shown:
            self.tell(event.Stirred(at % 2 == 1, self.now))

    def work(self, _at: int) -> None:
        """The next job is done; its answer comes later."""
        if not self.waiting or self.under_way is not None:
            return
        self.under_way = job = self.waiting.pop(0)
        match job:
            case event.LookAgain(base, own):
                found = OpenFile.of(*saving.open_file(Found(self.disk), PATH))
                self.answer = lambda: event.Looked(base, found, own, self.now)
            case event.Save(task, answers):
                self.do(
                    lambda: (
                        saving.write(self.disk, task)
                        if answers is None
                        else saving.settle(self.disk, task, answers.clash, answers.chosen)
                    )
                )
            case event.BringDraft(draft):
                self.bring(draft)

    def do(self, act: object) -> None:
        try:
            found = act()
        except Problem as problem:
            refused = event.Refused(problem)
            self.answer = lambda: refused
        else:
            kind = event.Met if isinstance(found, Clash) else event.Saved
            self.answer = lambda: kind(found, self.now)

    def bring(self, draft: UnsavedDraft) -> None:
        try:
            found = saving.bring(self.disk, draft)
        except Problem:
            self.answer = lambda: event.DraftStays(draft)
            return
        if isinstance(found, Clash):
            self.answer = lambda: event.DraftMet(draft, found, self.now)
        else:
            self.answer = lambda: event.Stirred(True, self.now)

    def hear(self, _at: int) -> None:
        """The job that is done is answered."""
        if self.under_way is not None:
            answer = self.answer()
            self.under_way = None
            self.tell(answer)

    def settle(self, at: int) -> None:
        if self.file.clash is not None:
            count = len(self.file.clash.merge.conflicts)
            chosen = [(OURS, THEIRS, BOTH)[(at + n) % 3] for n in range(count)]
            if any(one is THEIRS for one in chosen):
                chosen = [OURS] * count  # what a person refuses is theirs to lose from the file
            self.tell(event.Decided(chosen, self.now))

    def put_away(self, _at: int) -> None:
        if self.file.shown:
            self.tell(event.PutAway(self.now))

    def come_back(self, _at: int) -> None:
        """The file is opened anew once nothing of it is under way; what is stranded returns."""
        if self.file.place is TextPlace.STRANDED and self.file.saving is None:
            self.tell(event.Returned(None))
            self.tell(FileHappened.LOADED)
        elif self.file.place is TextPlace.GONE and not self.waiting and self.under_way is None:
            self.file = OpenFile.of(*saving.open_file(Found(self.disk), PATH))
            self.tell(FileHappened.EDIT)

    def draft(self, _at: int) -> None:
        if self.file.place is TextPlace.EDITOR:
            self.tell(event.SaveWanted(self.now))
            self.tell(FileHappened.TAKE_DRAFT)


class Found:
    """The same disk, on which a draft is looked for by its path."""

    def __init__(self, disk: Disk) -> None:
        self.files, self.drafts, self._disk = disk, self, disk

    def find(self, path: str) -> UnsavedDraft | None:
        return next(iter(self._disk.kept.values()), None)


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
    desk.disk.trouble, desk.disk.full = None, False
    for _ in range(20):  # all is answered, the disk has room, and nobody types any more
        desk.work(0)
        desk.hear(0)
        desk.come_back(0)
        desk.settle(0)
        if desk.file.touched and desk.file.shown:
            desk.flush(0)
    assert desk.file.saving is None and desk.waiting == []
    assert (desk.file.shown, desk.file.status) == (True, FileStatus.CLEAN)
    assert desk.now == as_buffer(desk.file.base.data)
    desk.nothing_is_lost()
