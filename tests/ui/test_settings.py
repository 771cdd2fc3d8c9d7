"""The settings page: what is chosen holds at once, and is kept."""

import asyncio
import threading
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QWidget,
)

from desktop_app.memory.status import Status
from desktop_app.search.freshness import WatchState, WatchStatus
from desktop_app.search.index import Counts
from desktop_app.sessions.live_state import LiveLimits
from desktop_app.settings import Settings
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Segmented
from desktop_app.ui.settings.setting_row import SettingRow
from tests.support.desk import Desk, desk
from tests.support.program import running, sample
from tests.support.waiting import until


def kept(made: Desk, key: str) -> object:
    """What another start would find."""
    return Settings(made.settings.path).get(key)


def click(qtbot, button) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


async def test_colours_change_at_once(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("settings")
        click(qtbot, made.settings_page.appearance.mode.part("dark"))
        assert made.theme.name == "dark"


async def test_another_language_is_kept_and_says_when_it_holds(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("settings")
        appearance = made.settings_page.appearance
        assert appearance.language.value == "system"
        click(qtbot, appearance.language.part("zh_TW"))
        assert kept(made, "appearance.language") == "zh_TW"
        assert "start it again" in appearance.spoken.explanation.text()


async def test_a_choice_holds_at_once_and_is_written_beside_the_window(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with running(tmp_path) as program:
        program.settings.set("dreams.days", 7)
        assert program.settings.get("dreams.days") == 7
        assert not program.settings.path.exists()  # the disk may take its time
        await until(lambda: Settings(program.settings.path).get("dreams.days") == 7)
        program.settings.set("dreams.days", 8)
        program.actions["colours"].trigger()
        program.actions["view.larger"].trigger()
        await until(lambda: theme().zoom == 1.1)
        assert not program.window.is_made("settings")
    there = Settings(program.settings.path)
    names = ("dreams.days", "appearance.mode", "appearance.zoom")
    assert [there.get(name) for name in names] == [8, "dark", 110]


async def test_what_the_keys_and_the_palette_change_is_shown_too(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with desk(tmp_path, qapp) as made:
        made.actions["colours"].trigger()
        made.actions["view.larger"].trigger()
        appearance = made.settings_page.appearance
        assert appearance.mode.value == "dark"
        await until(lambda: appearance.zoom.text() == "110 %")


async def test_the_size_has_two_buttons(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("settings")
        appearance = made.settings_page.appearance
        click(qtbot, appearance.larger)
        click(qtbot, appearance.larger)
        click(qtbot, appearance.smaller)
        await until(lambda: made.theme.zoom == 1.1)


async def test_a_row_that_is_laid_out_comes_to_rest(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("settings")
        row = made.settings_page.search.index
        asked = Asked(row)
        for _ in range(3):  # as when something around it is laid out first
            row.layout().activate()
            QApplication.postEvent(row, QEvent(QEvent.Type.LayoutRequest))
            await until(lambda: asked.count)
        for _ in range(100):
            await asyncio.sleep(0.001)
        assert asked.count < 20


class Asked(QObject):
    """Counts how often a widget is asked to lay itself out."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


async def test_the_days_a_dream_reads_are_kept(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("settings")
        dreams = made.settings_page.dreams
        assert not dreams.days.isVisible()
        click(qtbot, dreams.span.part("last"))
        assert dreams.days.isVisible()
        assert kept(made, "dreams.days") == 7
        dreams.days.setValue(14)
        assert kept(made, "dreams.days") == 14
        click(qtbot, dreams.span.part("since"))
        assert kept(made, "dreams.days") == 0


async def test_how_much_of_memory_agents_read_is_kept(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("settings")
        lines, characters = made.settings_page.dreams.fitting.fields.values()
        assert (lines.text(), characters.text()) == ("200 lines", "25,000 characters")
        qtbot.keyClick(lines, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        qtbot.keyClicks(lines, "300")
        qtbot.keyClick(lines, Qt.Key.Key_Return)
        await until(lambda: kept(made, "memory.lines") == 300)
        characters.setValue(0)
        assert characters.text() == "no limit"
        made.settings.set("memory.lines", 10)  # by the command line, say
        made.settings_page.dreams.show_settings()
        assert lines.value() == 10
        assert made.settings.get("memory.characters") == 0


async def test_dreams_can_be_switched_off_by_mouse_and_by_key(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("settings")
        switch = made.settings_page.dreams.enabled
        click(qtbot, switch)
        assert kept(made, "dreams.enabled") is False
        switch.setFocus()
        qtbot.keyClick(switch, Qt.Key.Key_Space)
        assert kept(made, "dreams.enabled") is True


async def test_settings_that_cannot_be_kept_say_so_in_place(tmp_path: Path, qapp, qtbot) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text("this is = = no TOML")
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("settings")
        click(qtbot, made.settings_page.dreams.enabled)
        assert "could not be read" in made.window.banner.words
        assert (tmp_path / "config" / "settings.toml").read_text() == "this is = = no TOML"


async def test_the_notebook_is_told_by_folder_and_identity(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("settings")
        assert made.memory is not None
        words = {label.text() for label in made.settings_page.findChildren(QLabel)}
        assert {str(made.notebook), made.memory.id, made.memory.layout.summary} <= words


async def test_the_index_is_counted_and_rebuilt(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("settings")
        search = made.settings_page.search
        await until(lambda: "files" in search.index.explanation.text())
        click(qtbot, search.rebuild)
        assert not search.rebuild.isEnabled()
        await until(search.rebuild.isEnabled)
        assert search.index.explanation.text().startswith("3 files,")


async def test_the_index_is_counted_again_once_its_files_were_read(tmp_path: Path, qtbot) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.show_page("settings")
        assert program.memory is not None
        counts = lambda: f"{program.memory.index.counts().files} files,"  # noqa: E731
        index = program.settings_page.search.index.explanation
        await until(lambda: counts() != "0 files," and index.text().startswith(counts()))


async def test_counts_read_before_a_rebuild_do_not_end_it(
    tmp_path: Path, qapp, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("settings")
        memory, search = made.memory, made.settings_page.search
        assert memory is not None
        await until(lambda: "files" in search.index.explanation.text())
        asked, told, go = threading.Event(), threading.Event(), threading.Event()
        late = replace(
            memory.status(), index=Counts(0, 0), watch=WatchStatus(WatchState.FAILED, "told late")
        )

        def status() -> Status:
            asked.set()
            told.wait(60)
            return replace(late, index=Counts(3, 4)) if go.is_set() else late

        def rebuild() -> Counts:
            go.wait(60)
            return Counts(3, 4)

        with monkeypatch.context() as held:
            held.setattr(memory, "status", status)
            held.setattr(memory.index, "rebuild", rebuild)
            made.settings_page.entered()
            await until(asked.is_set)
            click(qtbot, search.rebuild)
            told.set()
            await until(lambda: search.watching.explanation.text() == "told late")
            assert not search.rebuild.isEnabled()
            assert search.index.explanation.text() == "Reading every file again…"
            go.set()
            await until(search.rebuild.isEnabled)
            assert search.index.explanation.text().startswith("3 files, ")


async def test_another_notebook_is_asked_for_by_signal(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("settings")
        click(qtbot, made.settings_page.notebook.other)
        dialog = made.settings_page.findChild(QFileDialog)
        assert dialog is not None
        with qtbot.waitSignal(made.settings_page.notebook_chosen) as asked:
            dialog.fileSelected.emit(str(tmp_path))
        assert asked.args == [str(tmp_path)]
        dialog.close()


async def test_recent_notebooks_are_offered_without_the_open_one(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with desk(tmp_path, qapp) as made:
        made.state.add_recent(Path("/srv/notes"))
        made.state.add_recent(made.notebook)
        made.window.show_page("settings")
        click(qtbot, made.settings_page.notebook.recent)
        menu = made.settings_page.findChild(QMenu)
        assert [action.text() for action in menu.actions()] == ["/srv/notes"]
        with qtbot.waitSignal(made.settings_page.notebook_chosen) as asked:
            menu.actions()[0].trigger()
        assert asked.args == ["/srv/notes"]
        menu.close()


async def test_the_list_of_sections_leads_to_each(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp, 1280, 600) as made:
        made.window.show_page("settings")
        page = made.settings_page
        await until(lambda: page.appearance.y() > 0)
        row = list(page.groups).index("palette")
        page.sections.setCurrentIndex(page.sections.model().index(row, 0))
        top = page.appearance.mapTo(page, QPoint(0, 0)).y()
        assert 56 <= top < 200
        page._scroll.verticalScrollBar().setValue(page.search.y())  # as a wheel does
        assert page.sections.currentIndex().row() == list(page.groups.values()).index(page.search)
        assert page._scroll.verticalScrollBar().value() == page.search.y()


async def test_every_control_says_its_name_and_what_it_is_for(tmp_path: Path, qapp, qtbot) -> None:
    async with desk(tmp_path, qapp) as made:
        page = made.settings_page
        assert page.dreams.days.accessibleName() == "Number of days"
        assert page.dreams.days.accessibleDescription()
        assert page.appearance.mode.part("dark").accessibleName() == "Colours: Dark"
        assert page.search.rebuild.accessibleDescription()


async def test_a_control_stands_below_its_words_where_there_is_no_room_beside(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("settings")
        span = made.settings_page.dreams.span
        row = next(
            row
            for row in made.settings_page.findChildren(SettingRow)
            if span in row.findChildren(Segmented)
        )
        await until(lambda: span.mapTo(row, QPoint(0, 0)).x() > row.explanation.geometry().right())
        made.window.resize(900, 640)
        await until(lambda: span.mapTo(row, QPoint(0, 0)).y() > row.explanation.geometry().bottom())
        assert row.explanation.height() < 3 * row.explanation.fontMetrics().lineSpacing()


@pytest.mark.parametrize("zoom", [1.0, 2.0])
async def test_nothing_is_wider_than_a_small_window(
    tmp_path: Path, qapp, qtbot, zoom: float
) -> None:
    async with desk(tmp_path, qapp, 900, 640) as made:
        made.window.show_page("settings")
        made.settings_page.dreams.span.part("last").click()
        made.theme.set_zoom(zoom)
        page = made.settings_page
        await until(lambda: page.sections.isVisible() or zoom > 1)

        def wider() -> list[str]:
            room = page._scroll.viewport().width()
            parts = [page._scroll.widget(), *page._scroll.widget().findChildren(QWidget)]
            ends = [(part, part.mapTo(page._scroll, part.rect().topRight()).x()) for part in parts]
            return [f"{p} to {x} of {room}" for p, x in ends if p.isVisible() and x > room]

        with suppress(AssertionError):
            await until(lambda: not wider())
        assert wider() == []


async def test_a_row_that_was_wide_has_its_control_below_when_it_gets_narrow(theme, qtbot) -> None:
    control = QPushButton("Choose")
    control.setFixedWidth(250)
    row = SettingRow("A label with a good many words in it", "Why", control)
    area = QScrollArea()
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    area.setWidget(row)
    area.show()
    both = row.words.minimumSize().width() + control.width()
    area.resize(both + 400, 300)
    await until(lambda: control.mapTo(row, QPoint(0, 0)).x() > row.label.geometry().right())
    area.resize(both + 20, 300)
    await until(lambda: control.mapTo(row, QPoint(0, 0)).y() > row.explanation.geometry().bottom())
    assert row.width() <= area.viewport().width()


async def test_every_threshold_of_conversations_is_chosen_here_and_holds(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with desk(tmp_path, qapp) as made:
        made.window.show_page("settings")
        group = made.settings_page.conversations
        before = LiveLimits.of(made.settings.get)
        numbers = {
            "window": 16_384, "flush_percent": 70, "sleep_percent": 90, "sleep_minutes": 7,
            "sleep_messages": 12, "extract_seconds": 90, "extract_messages": 6, "turns": 30,
        }  # fmt: skip
        for name, value in numbers.items():
            group.number(f"sessions.{name}").setValue(value)
        click(qtbot, group.remember)
        click(qtbot, group.strategy.part("sliding-window"))
        click(qtbot, group.tools.part("facts"))
        chosen = LiveLimits.of(Settings(made.settings.path).get)
        names = [one.name for one in fields(LiveLimits) if one.name != "keep"]
        same = [name for name in names if getattr(chosen, name) == getattr(before, name)]
        assert same == [], "a threshold that is not to be chosen"
        assert (chosen.flush_at, chosen.sleep_gap) == (0.7, 420)
        assert kept(made, "sessions.tools") == "facts"


async def test_thresholds_of_conversations_that_were_kept_are_shown(
    tmp_path: Path, qapp, qtbot
) -> None:
    async with desk(tmp_path, qapp) as made:
        made.settings.set("sessions.sleep_percent", 95)
        made.settings.set("sessions.strategy", "importance-based")
        made.window.show_page("settings")
        group = made.settings_page.conversations
        assert group.number("sessions.sleep_percent").value() == 95
        assert group.strategy.value == "importance-based"
        assert group.remember.isChecked()
