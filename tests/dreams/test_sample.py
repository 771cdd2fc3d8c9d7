"""The sample notebook: true to itself, copied to end today, and with work for a dream."""

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from desktop_app import languages, resources
from desktop_app.dreams.card_dream import dreamt
from desktop_app.dreams.evidence import proved
from desktop_app.dreams.material import DreamDraft
from desktop_app.errors import Problem
from desktop_app.language import gate
from desktop_app.notebook import diaries
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.sample import copy_sample
from desktop_app.notebook.source import DayText
from tests.dreams.dreaming import TODAY, material

LAYOUT = Layout()
ASKED = {  # by the first words of a line of memory, what of it a note exchanges
    "The harbour survey report": ("27 November", "4 December"),
    "The boiler service contract": ("in March", "in April"),
    "林怡君帶翻譯小組": ("第一個星期五", "第二個星期六"),
}
KEY = "The key of the boat shed hangs behind the fuse box."


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    copy_sample(tmp_path / "sample", TODAY)
    return tmp_path / "sample"


def test_an_empty_folder_stays_the_one_it_is_and_what_others_have_beside_it_stays(
    tmp_path: Path,
) -> None:
    real, named, foreign = tmp_path / "real", tmp_path / "named", tmp_path / ".named.part"
    real.mkdir()
    named.symlink_to(real)
    foreign.mkdir()
    copy_sample(named, TODAY)
    assert named.is_symlink() and (real / LAYOUT.memory).is_file()
    with pytest.raises(Problem, match="not empty"):
        copy_sample(named, TODAY)
    assert {one.name for one in tmp_path.iterdir()} == {"real", "named", ".named.part"}


def _days(sample: Path, count: int) -> list[DayText]:
    """The last days, newest first."""
    found = []
    for path in sorted((sample / LAYOUT.days).glob("*.md"), reverse=True):
        day = date.fromisoformat(path.stem)
        if (TODAY - day).days < count:
            found.append(DayText(day, LAYOUT.day(day), path.read_text(encoding="utf-8")))
    return found


def _dreamt(
    sample: Path, count: int, memory: bytes | None = None, *, own: bool = False
) -> DreamDraft:
    """A dream over the last days, proved."""
    texts = {TODAY.toordinal() - day.date.toordinal(): day.text for day in _days(sample, count)}
    days = [texts.get(back, "# Nothing\n") for back in reversed(range(count))]
    given = material(memory or (sample / LAYOUT.memory).read_bytes(), *days)
    draft = dreamt(replace(given, is_own=lambda source: own), lambda step: None)
    return replace(draft, changes=proved(draft, given, TODAY))


@pytest.mark.parametrize("days", [2, 4, 14, 30])
def test_a_dream_finds_what_was_planted(sample: Path, days: int) -> None:
    changes = _dreamt(sample, days).changes
    assert {change.verdict for change in changes} == {"supported"}
    asked = {c.old[0]: c.new for c in changes if c.kind == "question"}
    assert len(asked) == len(ASKED)
    for begin, (old, new) in ASKED.items():
        [line] = [line for line in asked if line.startswith(begin)]
        assert asked[line] == line.replace(old, new)
    added = [change for change in changes if change.kind == "added"]
    assert (added[0].new, added[0].heading) == (KEY, "To remember")
    assert [one.card.split(" (")[0] for one in added[1:3]] == ["Lessons", "Lessons"]
    assert "校對時先讀中文，再對原文。" in [change.new for change in added]


def test_only_what_its_owner_typed_is_ticked(sample: Path) -> None:
    assert not any(change.accepted for change in _dreamt(sample, 14).changes)
    assert [one.new for one in _dreamt(sample, 14, own=True).changes if one.accepted] == [KEY]


def test_the_secret_and_the_order_are_left_out_and_counted(sample: Path) -> None:
    draft = _dreamt(sample, 4)
    written = draft.title + draft.prose + "".join(change.new or "" for change in draft.changes)
    assert "Kelp" not in written and "Delta Marine" not in written
    assert [change.new for change in draft.changes if gate.doubted(change.new or "")] == []
    assert (draft.set_aside["secret"], draft.set_aside["order"]) == (1, 1)


PLANTED = {  # memory's line with its new value, a line that is marked, a request
    "zh_TW": (
        "鍋爐的保養合約四月續約，編號在藍色資料夾裡。",
        "校對時先讀中文，再對原文。",
        "船屋的鑰匙掛在廚房裡。",
    ),
    "zh_CN": (
        "锅炉的保养合约四月续约，编号在蓝色文件夹里。",
        "校对时先读中文，再对原文。",
        "船屋的钥匙挂在厨房里。",
    ),
}


@pytest.fixture(params=PLANTED)
def chinese(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, Path]:
    """The sample of who reads Chinese, and in which characters."""
    monkeypatch.setattr(languages, "chosen", lambda: request.param)
    copy_sample(tmp_path / "sample", TODAY)
    return request.param, tmp_path / "sample"


def test_a_dream_finds_what_was_planted_in_chinese_too(chinese: tuple[str, Path]) -> None:
    language, sample = chinese
    asked, marked, request = PLANTED[language]
    draft = _dreamt(sample, 4)
    assert {change.verdict for change in draft.changes} == {"supported"}
    assert asked in [change.new for change in draft.changes if change.kind == "question"]
    added = [change for change in draft.changes if change.kind == "added"]
    assert (added[0].new, added[0].heading[:1]) == (request, "要")
    assert marked in [change.new for change in added]
    written = draft.title + draft.prose + "".join(change.new or "" for change in draft.changes)
    assert "Kelp" not in written and "海豚" not in written
    assert [change.new for change in draft.changes if gate.doubted(change.new or "")] == []
    assert (draft.set_aside["secret"], draft.set_aside["order"]) == (1, 1)


def test_the_diaries_of_the_chinese_sample_are_true(chinese: tuple[str, Path]) -> None:
    _, sample = chinese
    test_every_source_of_the_earlier_diaries_holds(sample)
    test_what_the_earlier_diaries_brought_is_in_memory(sample)
    test_the_last_diary_is_some_days_old(sample)


def test_the_samples_are_one_story() -> None:
    """A day of one is a day of the other, block by block and line by line."""
    english = resources.folder() / "sample_notebook" / "memory"
    chinese = resources.folder() / "sample_notebook_zh" / "memory"
    assert {path.name for path in english.glob("*.md")} == {p.name for p in chinese.glob("*.md")}
    for path in english.glob("*.md"):
        assert _shape(path) == _shape(chinese / path.name)


def _shape(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").split("\n")
    return [
        re.sub(r"教訓", "Lessons", line) if line.startswith("#") else line[:2] for line in lines
    ]


def _entries(sample: Path) -> list[diaries.DiaryEntry]:
    paths = sorted((sample / LAYOUT.dreams).glob("*.md"))
    texts = [(f"{LAYOUT.dreams}/{path.name}", path.read_text(encoding="utf-8")) for path in paths]
    return [entry for path, text in texts for entry in diaries.parse(path, text)]


def test_every_source_of_the_earlier_diaries_holds(sample: Path) -> None:
    entries = _entries(sample)
    assert len(entries) == 4
    for told in (told for entry in entries for told in entry.changes):
        assert told.sources
        for source in told.sources:
            lines = (sample / source.path).read_text(encoding="utf-8").split("\n")
            assert source.quote in lines[source.line - 1]


def test_what_the_earlier_diaries_brought_is_in_memory(sample: Path) -> None:
    bullets = {bullet.text for bullet in MemoryFile((sample / LAYOUT.memory).read_bytes()).bullets}
    told = [told for entry in _entries(sample) for told in entry.changes]
    outdated = {old for one in told for old in one.old}
    assert {one.new for one in told} - outdated <= bullets


def test_the_last_diary_is_some_days_old(sample: Path) -> None:
    assert max(entry.date for entry in _entries(sample)) == date(2026, 11, 18)


def test_the_copy_ends_today_in_names_and_texts(tmp_path: Path) -> None:
    copy_sample(tmp_path, date(2031, 3, 2))
    names = sorted(path.name for path in (tmp_path / LAYOUT.days).glob("*.md"))
    assert names[0] == "2031-02-17.md" and names[-1] == "2031-03-02.md"
    for path in tmp_path.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"2026-\d\d-\d\d", text)
        if path.parent.name == LAYOUT.days:
            assert text.startswith(f"# Daily Memory: {path.stem}\n")
        for link in re.findall(r"\]\((\.\./.*?)\)", text):
            assert (path.parent / link).is_file()


def test_a_file_in_the_way_is_said_so_and_stays(tmp_path: Path) -> None:
    target = tmp_path / "sample"
    target.write_bytes(b"mine")
    with pytest.raises(Problem, match="could not be copied"):
        copy_sample(target, TODAY)
    assert target.read_bytes() == b"mine"
