"""The machine of an open file: each step, and any row of events over a disk made of bytes."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from operator import methodcaller

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
    FileStatus,
    OpenFile,
    Say,
    TextPlace,
)

Then = methodcaller  # what happens to a file, by its name
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


def follow(file: OpenFile, *events: Then) -> tuple[OpenFile, tuple[Effect, ...]]:
    """The file after these, and the effects of the last."""
    effects: tuple[Effect, ...] = ()
    for happened in events:
        file, effects = happened(file)
    return file, effects


def a_clash() -> Clash:
    """Ours is `ours`, theirs is `theirs`; both were `one`."""
    disk = Disk("one\n")
    disk.outside(b"theirs\n")
    found = saving.write(disk, saving.Task(PATH, snapshot("one\n"), "ours\n", "0" * 16))
    assert isinstance(found, Clash)
    return found


MET = a_clash()
TYPED = (Then("typed"),)
FLUSHED = (Then("typed"), Then("save_wanted", "ours\n"))
CLASHED = (*FLUSHED, Then("met", MET, "ours\n"))
REFUSED = (*FLUSHED, Then("refused", NOWHERE))
DRAFT = UnsavedDraft("0" * 16, PATH, datetime(2026, 11, 20), b"one\n", b"draft\n")


def written(text: str, shown: str | None = None) -> Written:
    return Written(snapshot(text), shown)


@pytest.mark.parametrize(
    ("before", "last", "status", "effects"),
    [
        ((), Then("typed"), FileStatus.EDITING, [Say.REST]),
        ((), Then("save_wanted", "one\n"), FileStatus.CLEAN, []),
        (TYPED, Then("save_wanted", "one\n"), FileStatus.CLEAN, []),
        (TYPED, Then("save_wanted", "ours\n"), FileStatus.SAVING, [event.Save]),
        (FLUSHED, Then("typed"), FileStatus.EDITING, [Say.REST]),
        ((*FLUSHED, *TYPED), Then("save_wanted", "more\n"), FileStatus.EDITING, []),
        (FLUSHED, Then("saved", written("ours\n"), "ours\n"), FileStatus.CLEAN, [Say.SAVED]),
        (FLUSHED, Then("saved", written("ours\n"), "more\n"), FileStatus.EDITING,
            [Say.SAVED, Say.REST]),
        ((*FLUSHED, *TYPED, Then("save_wanted", "more\n")),
            Then("saved", written("ours\n"), "more\n"), FileStatus.SAVING, [Say.SAVED, event.Save]),
        (FLUSHED, Then("saved", written("ours\ntheirs\n", "ours\ntheirs\n"), "ours\n"),
            FileStatus.CLEAN, [event.Receive, event.Renewed, Say.SAVED]),
        (FLUSHED, Then("met", MET, "ours\n"), FileStatus.CLASH, []),
        (FLUSHED, Then("refused", FULL), FileStatus.FAILED, []),
        (REFUSED, Then("save_wanted", "ours\n"), FileStatus.FAILED, [event.Save]),
        ((*REFUSED, Then("save_wanted", "ours\n")), Then("saved", written("ours\n"), "ours\n"),
            FileStatus.CLEAN, [Say.SAVED]),
        (CLASHED, Then("decided", [OURS], "ours\n"), FileStatus.CLASH, [event.Save]),
        ((*CLASHED, Then("save_wanted", "ours\n")), Then("decided", [OURS], "ours\n"),
            FileStatus.CLASH, []),
        ((*CLASHED, Then("save_wanted", "ours\n"), Then("decided", [OURS], "ours\n")),
            Then("met", MET, "ours\n"), FileStatus.CLASH, [event.Save]),
        (CLASHED, Then("decided", [OURS], "more\n"), FileStatus.CLASH, [event.Save]),
        ((), Then("decided", [OURS], "one\n"), FileStatus.CLEAN, []),
        ((), Then("stirred", False, "one\n"), FileStatus.CLEAN, [event.LookAgain]),
        (TYPED, Then("stirred", False, "ours\n"), FileStatus.SAVING, [event.Save]),
        (FLUSHED, Then("stirred", False, "ours\n"), FileStatus.SAVING, []),
        ((*FLUSHED, Then("stirred", False, "ours\n")), Then("saved", written("ours\n"), "ours\n"),
            FileStatus.CLEAN, [Say.SAVED, event.LookAgain]),
        ((), Then("put_away", "one\n"), FileStatus.CLEAN, []),
        (TYPED, Then("put_away", "ours\n"), FileStatus.SAVING, [event.Save]),
        ((*FLUSHED, Then("put_away", "ours\n")), Then("met", MET, "ours\n"), FileStatus.EDITING,
            [event.Left]),
        ((*FLUSHED, Then("put_away", "ours\n")), Then("refused", FULL), FileStatus.FAILED,
            [event.Left]),
        ((*TYPED, Then("put_away", "ours\n"), Then("refused", NOWHERE)), Then("returned", None),
            FileStatus.FAILED, [event.Load]),
        ((Then("draft_stays", DRAFT),), Then("draft_taken"), FileStatus.CLEAN,
            [Say.DRAFTED, event.BringDraft]),
        ((), Then("draft_met", DRAFT, MET, "one\n"), FileStatus.CLASH, [event.Receive, Say.ASKED]),
        (CLASHED, Then("draft_met", DRAFT, MET, "ours\n"), FileStatus.CLASH, [Say.DRAFTED]),
    ],
)  # fmt: skip
def test_each_event_leads_to_its_state_and_its_effects(
    before: Sequence[Then], last: Then, status: FileStatus, effects: list[object]
) -> None:
    file, done = follow(opened(), *before, last)
    assert file.status is status
    assert [one if isinstance(one, Say) else type(one) for one in done] == effects


def test_a_file_with_an_endless_line_is_only_read_in_the_editor() -> None:
    file = OpenFile.of(snapshot("x" * 300_000), None)
    file, done = follow(file, Then("edited"))
    assert done == (event.Load(file.text),) and not file.editable
    assert follow(file, Then("begun", "- ")) == (file, ())


def test_what_no_disk_took_is_told_once_and_comes_back_into_the_editor() -> None:
    file, _ = follow(opened(), *TYPED, Then("put_away", "ours\n"), Then("refused", NOWHERE))
    assert (file.place, file.held) == (TextPlace.STRANDED, "ours\n")
    file, told = follow(file, Then("save_wanted", "ours\n"), Then("refused", NOWHERE))
    assert told == ()
    file, _ = follow(file, Then("returned", None), Then("loaded"))
    assert (file.place, file.held, file.touched) == (TextPlace.EDITOR, "", True)


@pytest.mark.parametrize("end", [Then("refused", FULL), Then("met", MET, "ours and more\n")])
def test_what_was_typed_during_a_save_that_fails_is_kept_also_of_a_file_put_away(
    end: Then,
) -> None:
    file, effects = follow(opened(), *FLUSHED, *TYPED, Then("put_away", "ours and more\n"), end)
    (save,) = effects
    assert isinstance(save, event.Save)
    assert save.task.text == "ours and more\n"
    assert file.after is After.NOTHING


def test_answers_that_came_too_late_are_not_taken_for_anothers() -> None:
    other = replace(MET, theirs=snapshot("third\n"))
    file, _ = follow(
        opened(), *CLASHED, Then("save_wanted", "ours\n"), Then("decided", [OURS], "ours\n")
    )
    assert file.settling
    file, effects = follow(file, Then("met", other, "ours\n"))
    assert (file.settling, file.clash, effects) == (False, other, ())


@pytest.mark.parametrize("late", [False, True])
def test_answers_do_not_take_away_what_was_typed_since_the_clash(late: bool) -> None:
    """Found by the row of events: the answered text took the editor's place."""
    more = "ours\nmore\n"
    asked = (Then("save_wanted", "ours\n"), Then("decided", [OURS], "ours\n"), *TYPED)
    events = (*asked, Then("met", MET, more)) if late else (*TYPED, Then("decided", [OURS], more))
    _, effects = follow(opened(), *CLASHED, *events)
    (save,) = effects
    assert isinstance(save, event.Save)
    assert (save.task.text, save.answers) == (more, None), "it is saved, and asked about anew"


def test_answers_to_a_clash_that_ended_by_itself_are_waited_for_no_longer() -> None:
    file, _ = follow(
        opened(), *CLASHED, Then("save_wanted", "ours\n"), Then("decided", [OURS], "ours\n")
    )
    file, _ = follow(file, Then("saved", written("ours\n"), "ours\n"))
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
        self.tell(Then("edited"))

    @property
    def now(self) -> str:
        return self.editor if self.file.place is TextPlace.EDITOR else self.file.held

    def tell(self, happened: Then) -> None:
        self.file, effects = happened(self.file)
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
            self.tell(Then("typed"))

    def outside(self, at: int) -> None:
        lines = self.disk.data.split(b"\n")
        at %= len(lines)
        lines[at : at + at % 2] = [b"theirs %d" % len(self.disk.ever)]
        self.disk.outside(b"\n".join(lines))

    def fill(self, at: int) -> None:
        self.disk.trouble = FULL if self.disk.trouble is None else None
        self.disk.full = at % 2 == 1

    def flush(self, _at: int) -> None:
        self.tell(Then("save_wanted", self.now))

    def look(self, at: int) -> None:
        if self.file.shown:
            self.tell(Then("stirred", at % 2 == 1, self.now))

    def work(self, _at: int) -> None:
        """The next job is done; its answer comes later."""
        if not self.waiting or self.under_way is not None:
            return
        self.under_way = job = self.waiting.pop(0)
        match job:
            case event.LookAgain(base, own):
                found = OpenFile.of(*saving.open_file(Found(self.disk), PATH))
                self.answer = lambda: Then("looked", base, found, own, self.now)
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
            refused = Then("refused", problem)
            self.answer = lambda: refused
        else:
            kind = "met" if isinstance(found, Clash) else "saved"
            self.answer = lambda: Then(kind, found, self.now)

    def bring(self, draft: UnsavedDraft) -> None:
        try:
            found = saving.bring(self.disk, draft)
        except Problem:
            self.answer = lambda: Then("draft_stays", draft)
            return
        if isinstance(found, Clash):
            self.answer = lambda: Then("draft_met", draft, found, self.now)
        else:
            self.answer = lambda: Then("stirred", True, self.now)

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
            self.tell(Then("decided", chosen, self.now))

    def put_away(self, _at: int) -> None:
        if self.file.shown:
            self.tell(Then("put_away", self.now))

    def come_back(self, _at: int) -> None:
        """The file is opened anew once nothing of it is under way; what is stranded returns."""
        if self.file.place is TextPlace.STRANDED and self.file.saving is None:
            self.tell(Then("returned", None))
            self.tell(Then("loaded"))
        elif self.file.place is TextPlace.GONE and not self.waiting and self.under_way is None:
            self.file = OpenFile.of(*saving.open_file(Found(self.disk), PATH))
            self.tell(Then("edited"))

    def draft(self, _at: int) -> None:
        if self.file.place is TextPlace.EDITOR:
            self.tell(Then("save_wanted", self.now))
            self.tell(Then("draft_taken"))


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
