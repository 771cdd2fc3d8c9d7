"""The search page: what is typed, found, shown beside the list, and opened."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QApplication, QLabel

from desktop_app.errors import Problem
from desktop_app.jobs import Jobs
from desktop_app.models.address import address
from desktop_app.models.ollama import Ollama
from desktop_app.notebook.layout import Layout
from desktop_app.search.hits import AROUND, Hit
from desktop_app.search.index import Results
from desktop_app.search.meaning.embedder_choice import EmbedderChoice
from desktop_app.search.retrievers import Arm, Arms
from desktop_app.ui.parts.marked_text import TextLook, laid_out
from desktop_app.ui.plans import SEARCH
from desktop_app.ui.search import answers
from desktop_app.ui.search.search_pane import SearchPane
from desktop_app.ui.search_page import SearchPage
from tests.support.notes import Notes, notes
from tests.support.ollama import OurOllama, Script, Served, Talk, status
from tests.support.waiting import until

MEMORY = """# Memory

## Work

- The harbour report is due on 27 November.
- Soundings live in `survey-2026/`.

## People

- 林怡君帶翻譯小組，聚會在每月第一個星期五。
"""
YESTERDAY = """# Daily Memory: 2026-11-20

## Notes (09:12)

- The harbour report moves to 4 December.
- Bought bread and butter.

## Notes (18:40)

- Walked along the harbour 🍅 with **Mara**.
"""
AUTUMN = """# Daily Memory: 2026-09-01

## Notes (08:00)

- The harbour was closed.
"""
DIARY = """# Dream Diary: 2026-11-20

## What moved (03:00)

The harbour came back twice.
"""
YESTERDAYS, AUTUMNS = "memory/2026-11-20.md", "memory/2026-09-01.md"
FILES = {
    "MEMORY.md": MEMORY,
    YESTERDAYS: YESTERDAY,
    AUTUMNS: AUTUMN,
    "memory/2026-11-21.md": "# Today\n",
    "memory/dreams/2026-11-20.md": DIARY,
}
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Scene(Notes):
    """A real window on a real notebook, with the search page in front."""

    def __init__(self, *made: object) -> None:
        super().__init__(*made)
        self.memory.index.refresh()
        self.actions.add("page.settings", "Settings", None)  # where conversations lead
        self.gone_to: list[tuple[str, int]] = []

    @property
    def invites(self) -> bool:
        """Whether the page says what one can do here, as nothing is asked."""
        empty = self.page.empty
        said = [label.text() for label in empty.findChildren(QLabel)]
        return empty.isVisible() and "Everything you have kept, found while you type." in said

    @property
    def page(self) -> SearchPage:
        return self.window.made(SEARCH.name)

    @property
    def pane(self) -> SearchPane:
        return self.page.pane

    @property
    def titles(self) -> list[str]:
        return [row.title for row in self.pane.rows.rows.things]

    @property
    def shown(self) -> str:
        """The words of the note beside the list; "" when none is shown."""
        view = self.page.reader.editor
        return view.toPlainText() if view.isVisible() else ""

    @property
    def marked(self) -> list[str]:
        marks = self.page.reader.editor.extraSelections()
        return [mark.cursor.selectedText() for mark in marks]

    @property
    def lit(self) -> int:
        return self.page.reader.editor.lit[0]

    async def find(self, qtbot, words: str) -> None:
        """Types words and waits for the answer and the note."""
        self.pane.input.setText("")
        if words.isascii():
            qtbot.keyClicks(self.pane.input, words)
        else:
            self.pane.input.insert(words)  # as an input method does
        await self.settled()

    async def settled(self) -> None:
        await until(lambda: self.page.settled)


@asynccontextmanager
async def a_scene(tmp_path: Path, qapp: QApplication) -> AsyncIterator[Scene]:
    async with notes(tmp_path, qapp, FILES, "search", Scene) as scene:
        scene.page.opened.connect(lambda *place: scene.gone_to.append(place))
        await until(scene.pane.input.hasFocus)
        yield scene


# -- asking --------------------------------------------------------------------------------------


def look_in(pane: SearchPane, place: str) -> None:
    pane.place.setCurrentIndex(pane.place.findData(place))


async def test_what_is_typed_is_found_and_shown_at_its_line(tmp_path: Path, qapp, qtbot) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await scene.find(qtbot, "bread")
        assert scene.titles == ["Fri 20 November"]
        assert scene.pane.tally.text().startswith("1 line in 1 note")
        assert "Bought bread and butter." in scene.shown
        assert scene.lit == 6
        assert scene.marked == ["bread"]
        assert scene.page.header.title.text() == "Friday, 20 November"
        assert scene.page.header.subtitle.text() == ("memory/2026-11-20.md · contains “bread”")

        # The places narrow and widen.
        await scene.find(qtbot, "harbour")
        found = {}
        for kind in ("memory", "days", "dreams", "all"):
            look_in(scene.pane, kind)
            await scene.settled()
            found[kind] = sorted(row.kind for row in scene.pane.rows.rows.things)
        assert found == {
            "memory": ["memory"],
            "days": ["days", "days"],
            "dreams": ["dreams"],
            "all": ["days", "days", "dreams", "memory"],
        }

        # Two typed days leave out what is before and after.
        await scene.find(qtbot, "harbour since:2026-08-01 until:2026-09-30")
        assert scene.titles == ["Tue 1 September"]

        # Topics and conversations can be read.
        said = '{"role": "user", "content": "Who has the spare key?"}\n'
        scene.outside("sessions/2026-11-20-keys.jsonl", said)
        scene.outside("memory/boats.md", "# Boats\n\n- The key of the ferry\n")
        await scene.find(qtbot, "key")
        assert set(scene.titles) == {"Conversation 2026-11-20-keys", "boats › Boats"}
        look_in(scene.pane, "topics")
        await scene.settled()
        assert scene.titles == ["boats › Boats"]
        look_in(scene.pane, "sessions")
        await scene.settled()
        assert scene.shown.strip() == "### You\nWho has the spare key?"
        assert (scene.lit, scene.marked) == (1, ["key"])


TALK = "sessions/2026-11-20-door.jsonl"


def a_talk(scene: Scene) -> None:
    """A conversation of six turns, the third of which has a key, and the fifth."""
    turns = ["Morning", "Good morning", "Who has the spare key?", "Ana.", "A key of iron", "Yes"]
    said = [{"role": ("user", "assistant")[n % 2], "content": t} for n, t in enumerate(turns)]
    scene.outside(TALK, "".join(f"{json.dumps(turn)}\n" for turn in said))


async def test_enter_on_a_turn_opens_its_conversation_there(tmp_path: Path, qapp, qtbot) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        a_talk(scene)
        await scene.find(qtbot, "spare key")
        reader = scene.page.reader
        assert scene.page.header.title.text() == "Conversation 2026-11-20-door"
        assert scene.lit == 3 and scene.marked == ["spare", "key"]
        assert reader.editor.isReadOnly()
        reader.editor.setFocus()
        qtbot.keyClick(reader.editor, Qt.Key.Key_F3)
        await scene.settled()
        assert (scene.lit, scene.marked) == (5, ["key"]) and reader.editor.hasFocus()
        qtbot.keyClick(reader.editor, Qt.Key.Key_Escape)
        assert scene.pane.input.hasFocus() and scene.lit == 5
        qtbot.keyClick(scene.pane.input, Qt.Key.Key_Return)
        assert scene.gone_to == [(TALK, 5)]


async def test_a_word_far_down_in_a_very_long_turn_is_shown_where_it_stands(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        said = f"{'words ' * 52_000} zanzibar light {'words ' * 9_000}"
        turns = [{"role": "user", "content": "a"}, {"role": "tool", "content": said}]
        scene.outside(TALK, "".join(f"{json.dumps(turn)}\n" for turn in turns))
        await scene.find(qtbot, "zanzibar")
        await until(lambda: (scene.lit, scene.marked) == (2, ["zanzibar"]))
        page = scene.page.reader.editor
        (mark,) = page.extraSelections()
        top = page.cursorRect(mark.cursor).top()
        assert 0 < top < page.viewport().height()


async def test_nothing_found_says_so_and_offers_to_look_everywhere(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        look_in(scene.pane, "dreams")
        await scene.find(qtbot, "bread")
        assert scene.page.empty.isVisible()
        assert scene.titles == []
        qtbot.mouseClick(scene.page.empty.button, Qt.MouseButton.LeftButton)
        await scene.settled()
        assert scene.titles == ["Fri 20 November"]
        assert scene.pane.place.currentData() == "all"
        await scene.find(qtbot, "zebra")
        assert scene.page.empty.isVisible()
        assert not scene.page.empty.button.isVisible()
        assert scene.pane.tally.text().startswith("0 lines")


async def test_an_answer_that_ran_out_of_time_is_no_answer_that_there_is_nothing(
    tmp_path: Path, qapp, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = Results((), 40.0, ("words",), 0, complete=False)
    async with a_scene(tmp_path, qapp) as scene:
        monkeypatch.setattr(scene.page.memory.search, "find", lambda *_, **__: nothing)
        await scene.find(qtbot, "zebra")
        words = [label.text() for label in scene.page.empty.findChildren(QLabel)]
        assert any("no time to look for “zebra” everywhere" in text for text in words)
        assert scene.pane.tally.text().startswith("0+ lines")


async def test_an_empty_line_finds_nothing(tmp_path: Path, qapp, qtbot) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        assert scene.titles == [] and scene.invites
        await scene.find(qtbot, "report due")
        assert scene.titles[0] == "MEMORY.md › Work"
        scene.pane.input.clear()
        await scene.settled()
        assert scene.invites and scene.titles == []
        assert not scene.page.open_button.isVisible()

        # Where no line has all words the pane says so.
        said, pane = "No line holds all of these words. Lines with some of them:", scene.pane
        await scene.find(qtbot, "bread harbour")
        assert pane.hint.isVisible() and pane.hint.text() == said
        assert pane.tally.text().startswith("6 lines in 4 notes")
        await scene.find(qtbot, "harbour report")
        assert not pane.hint.isVisible()
        assert pane.tally.text().startswith("5 lines in 4 notes")
        rows = pane.rows.rows.things
        assert [any(hit.whole for hit in row.lines) for row in rows] == [True, True, False, False]

        # A question counts and walks through lines that have its words.
        notes = "- A kite.\n- Blue.\n- Red.\n- Another kite.\n- Green.\n"
        scene.outside("memory/2026-11-19.md", f"# Daily Memory: 2026-11-19\n\n## Toys\n\n{notes}")
        await scene.find(qtbot, "When did I see the kite?")
        assert scene.pane.tally.text().startswith("2 lines in 1 note")
        assert (scene.lit, scene.marked) == (8, ["kite"]) and not scene.page.after.isEnabled()
        qtbot.keyClick(scene.pane.input, Qt.Key.Key_F3, SHIFT)
        await scene.settled()
        assert (scene.lit, scene.marked) == (5, ["kite"]) and not scene.page.before.isEnabled()

        # The same line has the marks of the question that found it now.
        await scene.find(qtbot, "bread")
        assert scene.marked == ["bread"]
        await scene.find(qtbot, "Where is the butter?")
        assert scene.marked == ["butter"]


async def test_only_the_answer_to_the_last_words_is_shown(
    tmp_path: Path, qapp, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_asked: object, **_how: object) -> None:
        raise Problem("The disk cannot be read.", "Is it still there?")

    async with a_scene(tmp_path, qapp) as scene:
        for words in ("harbour", "bread", "harbour", ""):
            scene.pane.input.setText(words)
            await asyncio.sleep(0)
        await scene.settled()
        await until_idle(scene.jobs)
        assert scene.invites
        assert scene.pane.tally.text() == "" and scene.titles == []

        # A search that fails is told and the next one clears it.
        monkeypatch.setattr(scene.memory.search, "find", refuse)
        scene.pane.input.setText("harbour")
        await until(lambda: scene.window.banner.words)
        assert scene.window.banner.words == "The disk cannot be read. Is it still there?"
        assert scene.titles == []
        monkeypatch.undo()
        await scene.find(qtbot, "bread")
        assert scene.window.banner.words == ""


# -- moving through what was found ---------------------------------------------------------------


async def test_down_and_up_show_each_row_while_the_keyboard_stays_in_the_input(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await scene.find(qtbot, "harbour")
        rows = scene.pane.rows.rows.things
        for number in (1, 2, 3, 3):
            qtbot.keyClick(scene.pane.input, Qt.Key.Key_Down)
            await scene.settled()
            assert scene.pane.rows.thing is rows[number]
            header = scene.page.header
            assert rows[number].path in f"{header.title.text()} · {header.subtitle.text()}"
        qtbot.keyClick(scene.pane.input, Qt.Key.Key_PageUp)
        assert scene.pane.rows.number == 0
        assert scene.pane.input.hasFocus()
        assert scene.pane.query == "harbour"

        # The buttons walk through every match of every file.
        await scene.find(qtbot, "harbour")
        seen = []
        while True:
            await scene.settled()
            seen.append((scene.pane.rows.thing.path, scene.lit))
            if not scene.page.after.isEnabled():
                break
            qtbot.mouseClick(scene.page.after, Qt.MouseButton.LeftButton)
        assert sorted(seen) == [
            ("MEMORY.md", 5),
            (AUTUMNS, 5),
            (YESTERDAYS, 5),
            (YESTERDAYS, 10),
            ("memory/dreams/2026-11-20.md", 5),
        ]
        back = []
        while scene.page.before.isEnabled():
            back.append((scene.pane.rows.thing.path, scene.lit))
            qtbot.keyClick(scene.pane.input, Qt.Key.Key_F3, SHIFT)
            await scene.settled()
        assert [seen[0], *reversed(back)] == seen

        # Enter opens the line on its page.
        await scene.find(qtbot, "bread")
        qtbot.keyClick(scene.pane.input, Qt.Key.Key_Return)
        assert scene.window.page is scene.days_page
        assert scene.gone_to == [(YESTERDAYS, 6)]
        await until(lambda: scene.memory._accesses.uses().get(YESTERDAYS), 20)


async def test_enter_right_after_the_last_letter_opens_what_is_found_then(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        qtbot.keyClicks(scene.pane.input, "bread")
        qtbot.keyClick(scene.pane.input, Qt.Key.Key_Return)
        await until(lambda: scene.gone_to)
        assert scene.gone_to == [(YESTERDAYS, 6)]


# -- coming here ---------------------------------------------------------------------------------


async def test_ctrl_shift_f_comes_from_anywhere_with_the_old_words_chosen(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await scene.find(qtbot, "harbour")
        scene.window.show_page("days")
        await until(lambda: scene.days_page.file.path)
        qtbot.keyClick(scene.days_page.pane.list, Qt.Key.Key_F, CTRL | SHIFT)
        assert scene.window.page is scene.page
        await until(scene.pane.input.hasFocus)
        assert scene.pane.input.selectedText() == "harbour"
        qtbot.keyClick(scene.pane.input, Qt.Key.Key_F, CTRL | SHIFT)
        assert scene.window.page is scene.page
        assert scene.actions["page.search"].isChecked()


# -- a notebook that changes ---------------------------------------------------------------------


async def test_a_page_that_nobody_sees_asks_when_it_is_seen_again(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await scene.find(qtbot, "harbour")
        before = scene.page.asked
        scene.window.show_page("days")
        scene.outside("memory/2026-11-19.md", "# Daily Memory: 2026-11-19\n\n- A harbour more.\n")
        await until(lambda: scene.page._unheard)
        await scene.settled()
        assert scene.page.asked is before
        scene.window.show_page("search")
        await until(lambda: "Thu 19 November" in scene.titles)


async def test_the_line_one_reads_stays_when_the_notebook_changes(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await scene.find(qtbot, "harbour")
        while (scene.pane.rows.thing.path, scene.lit) != (YESTERDAYS, 10):
            scene.actions["search.after"].trigger()
            await scene.settled()
        scene.outside("memory/2026-11-19.md", "# Daily Memory: 2026-11-19\n\n- harbour harbour\n")
        await until(lambda: "Thu 19 November" in scene.titles)
        await scene.settled()
        assert (scene.pane.rows.thing.path, scene.lit) == (YESTERDAYS, 10)
        scene.outside(YESTERDAYS, YESTERDAY + "- Another harbour.\n")
        await until(lambda: "Another harbour." in scene.shown)
        assert scene.lit == 10
        assert scene.page.header.subtitle.text().startswith("line 2 of 3")


async def until_idle(jobs: Jobs) -> None:
    """Until everything that was asked up to now has been answered."""
    done: list[bool] = []
    jobs.when_idle(lambda: done.append(True))
    await until(lambda: done)


# -- hits in words -------------------------------------------------------------------------------


def a_hit(path: str, text: str, line: int = 3, heading: str = "", **more: object) -> Hit:
    day = Layout().date_of(path)
    given = {"date": day, "why": "", "marks": (), "arms": Arms(Arm(1, 0.5, 1.0)), **more}
    return Hit(path=path, line=line, end_line=line, heading=heading, text=text, **given)


def test_a_mark_behind_an_emoji_is_painted_on_its_word(theme) -> None:
    ink = QColor("black")
    look = TextLook(QFont(), 17, ink, ink, QColor("yellow"))
    one = laid_out("🍅 Mara", [(2, 6)], look, 500).formats()[0]
    assert (one.start, one.length) == (3, 4)  # Qt counts the emoji as two


@pytest.mark.parametrize(
    ("hit", "why"),
    [
        (a_hit("MEMORY.md", "A Boat, a boat", marks=((2, 6), (10, 14))), "contains “boat”"),
        (
            a_hit("MEMORY.md", "x", why=AROUND),
            "found by its heading, its date or the lines around it",
        ),
        (a_hit("MEMORY.md", "x", why="signs: ->"), "found by its signs"),
    ],
)  # fmt: skip
def test_a_row_says_why_it_was_found(hit: Hit, why: str) -> None:
    assert answers.why(hit) == why


# -- by meaning -----------------------------------------------------------------------------------


EMBEDS = Served("bge-m3:latest", capabilities=("embedding",))


async def read(scene: Scene, server: OurOllama) -> None:
    """Has every line read by a model of the server."""
    server.models[EMBEDS.name] = EMBEDS
    scene.memory.models.ollama = Ollama(address(server.url))
    scene.memory.meaning.choose(EmbedderChoice("ollama", "bge-m3", 0.7))
    await asyncio.to_thread(lambda: asyncio.run(scene.memory.meaning.keep_up()))


def held_back(go: Event) -> Script:
    """An answer that comes when `go` is set."""

    async def script(talk: Talk) -> None:
        while not go.is_set():
            await talk.pause(0.01)
        await talk.reply({"embeddings": [[1.0, 0.0, 0.0, 0.0]]})

    return script


def tally(scene: Scene) -> str:
    return str(scene.pane.tally.text())


def whys(scene: Scene) -> list[str]:
    return [row.why for row in scene.pane.rows.rows.things]


async def test_a_hit_says_that_its_meaning_found_it(qtbot, qapp, tmp_path, ollama) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await read(scene, ollama)
        await scene.find(qtbot, "harbour report")
        await until(lambda: "with meaning" in tally(scene))
        assert any(why == "contains “harbour”, “report”, similar in meaning" for why in whys(scene))


async def test_the_words_answer_while_the_model_is_slow(qtbot, qapp, tmp_path, ollama) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await read(scene, ollama)
        before, go = len(ollama.asked("/api/embed")), Event()
        ollama.next("/api/embed", held_back(go))
        await scene.find(qtbot, "harbour report")
        assert whys(scene)[0] == "contains “harbour”, “report”"
        await until(lambda: len(ollama.asked("/api/embed")) > before)
        assert "meaning" not in tally(scene)
        go.set()
        await until(lambda: "with meaning" in tally(scene))


async def test_what_fails_leaves_the_words_and_says_so(qtbot, qapp, tmp_path, ollama) -> None:
    async with a_scene(tmp_path, qapp) as scene:
        await read(scene, ollama)
        ollama.next("/api/embed", status(500, {"error": "llama runner has terminated"}))
        await scene.find(qtbot, "harbour report")
        await until(lambda: "by words alone" in tally(scene))
        assert whys(scene)[0] == "contains “harbour”, “report”"
