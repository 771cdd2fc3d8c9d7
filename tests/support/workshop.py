"""A prepared notebook in which stories (tests.support.fault_story) are told and cut short."""

import shutil
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from desktop_app.notebook.files import sha_of
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.opening import create_notebook, open_notebook
from tests.support import fault_story as story
from tests.support.faults import Fault, Point, Stories
from tests.support.power import CALLS, Recording, tree_of


@dataclass(frozen=True)
class State:
    """What there is of the four files and of the applied dream."""

    memory: bytes = field(default=story.OLD_MEMORY, repr=False)
    day: bytes = story.OLD_DAY
    next_day: bytes = b""
    diary: bytes = b""
    applied: bool = False


FILES = (story.MEMORY, story.DAY, story.NEXT_DAY, story.DIARY)  # as in State
OLD = State()
NEW = {
    "replace": State(memory=story.NEW_MEMORY),
    "append": State(day=story.OLD_DAY + story.ENTRY.encode()),
    "begin": State(next_day=(story.HEADER + story.ENTRY).encode()),
    "apply": State(memory=story.NEW_MEMORY, diary=story.NEW_DIARY, applied=True),
}
NEW["undo"] = State(diary=story.UNDONE_DIARY)
NEW["recover"], NEW["recover undo"] = NEW["apply"], NEW["undo"]
BEFORE = dict.fromkeys(NEW, OLD) | dict.fromkeys(("undo", "recover undo"), NEW["apply"])
KINDS = {"undo": "applied", "recover": "interrupted", "recover undo": "half undone"}
TOLD = 3  # the exit code after a problem


class Workshop:
    """A prepared notebook that can be had again and again, always in the same place."""

    def __init__(self, folder: Path) -> None:
        self.stories = Stories(folder)
        self.folder = folder
        self.root, self.own = folder / "work" / "notebook", folder / "work" / "own"
        notebook = create_notebook(self.root, self.own)
        story.prepare(notebook)
        notebook.close()
        shutil.copytree(folder / "work", folder / "fresh")

    def renew(self, kind: str = "fresh") -> None:
        shutil.rmtree(self.folder / "work")
        shutil.copytree(self.folder / kind, self.folder / "work")

    def request(self, name: str, tries: int = 1) -> list[str]:
        return [name, str(self.root), str(self.own), str(tries)]

    def points(self, name: str) -> list[Point]:
        self.renew(self.kind(name))
        return self.stories.points(self.request(name), self.folder / "work")

    def recorded(self, name: str) -> Recording:
        """A story's steps on the disk, with every byte."""
        self.renew(self.kind(name))
        return self.recorded_here(name)

    def recorded_here(self, name: str) -> Recording:
        """The same, beginning with what is there now."""
        work = self.folder / "work"
        before = tree_of(work)
        rules = [f"trace={','.join(f'?{call}' for call in CALLS)}"]
        ended = self.stories.told(self.request(name), rules, whole=True)
        assert ended.code == 0, ended.words
        return Recording(work, before, ended.calls)

    def kind(self, name: str) -> str:
        """Where a story begins; a notebook of that kind is prepared when it is first asked for."""
        kind = KINDS.get(name, "fresh")
        if not (self.folder / kind).exists():
            getattr(self, f"_{kind.replace(' ', '_')}")()
            shutil.copytree(self.folder / "work", self.folder / kind)
        return kind

    def _applied(self) -> None:
        self.renew()
        assert self.stories.told(self.request("apply"), ["trace=none"]).code == 0

    def _interrupted(self) -> None:
        """A dream cut between its files."""
        self._cut("apply")
        assert (self.root / story.MEMORY).read_bytes() == story.NEW_MEMORY
        assert not (self.root / story.DIARY).exists()

    def _half_undone(self) -> None:
        self._cut("undo")
        assert (self.root / story.MEMORY).read_bytes() == story.OLD_MEMORY
        assert (self.root / story.DIARY).read_bytes() == story.NEW_DIARY

    def _cut(self, name: str) -> None:
        swaps = [point for point in self.points(name) if point.call == "renameat2"]
        self.renew(self.kind(name))
        self.stories.run(self.request(name), Fault(swaps[-1], "KILL"))

    def state(self, notebook: Notebook) -> State:
        texts = [notebook.read(path).data for path in FILES]
        query = "select count(*) from applied"
        applied = notebook.database.connection().execute(query).fetchone()[0]
        return State(*texts, applied > 0)

    def has_old_files(self, name: str) -> bool:
        texts = (BEFORE[name].memory, BEFORE[name].day, BEFORE[name].next_day, BEFORE[name].diary)
        found = {str(p.relative_to(self.root)) for p in self.root.rglob("*.md")}
        if found != {path for path, text in zip(FILES, texts, strict=True) if text}:
            return False
        return (self.root / story.MEMORY).read_bytes() == BEFORE[name].memory

    def outcome(self, name: str, fault: Fault, tries: int = 1) -> str:
        """Tell a story with a fault, look at everything, and try again; "old" or "new".

        With two tries the same process tries again after a problem, before anything is looked at.
        """
        self.renew(self.kind(name))
        ended = self.stories.run(self.request(name, tries), fault)
        assert ended.code in (0, TOLD, -9), f"{fault}\n{ended.words}"
        assert ended.code != TOLD or ended.words.strip(), fault
        told_and_old = ended.code == TOLD and not fault.stays and self.has_old_files(name)
        return self.settled(name, fault, done=ended.code == 0, undone=told_and_old)

    def settled(self, name: str, fault: object, *, done: bool, undone: bool = False) -> str:
        """What a new process finds: "old" or "new", never in between; then it goes on well."""
        before, after = BEFORE[name], NEW[name]
        with closing(open_notebook(self.root, self.own)) as notebook:
            assert notebook.recover(story.finisher(notebook), story.NOW) == [], fault
            found = self.state(notebook)
            assert found in (before, after), f"{fault}: neither old nor new: {found}"
            assert not done or found == after, f"{fault}: done, but the old is there"
            assert not undone or found == before, f"{fault}: told as failed, and done later"
            self.assert_tidy(fault)
            if found == before:
                story.STORIES[name](notebook)  # trying again works
                assert self.state(notebook) == after, fault
            for path, old in ((story.MEMORY, before.memory), (story.DAY, before.day)):
                there = notebook.read(path).data.startswith(old)
                assert there or notebook.history.knows(path, sha_of(old)), f"{fault}: {path}"
        return "old" if found == before else "new"

    def assert_tidy(self, fault: Fault) -> None:
        """Nothing but what belongs there: no temporary file, no copy, no open intent."""
        expected = {".nightstand.toml", *FILES}
        files = {str(p.relative_to(self.root)) for p in self.root.rglob("*") if p.is_file()}
        assert files <= expected, fault
        assert [*self.own.rglob("journal/*")] == [], fault
