"""A team: its folder is tried before it is kept, and everything works by keys."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from desktop_app.tiers.shared import SharedFolder, SharedItem, SharedKind
from tests.support.program import press, running, sample, write
from tests.support.waiting import until


async def test_a_team_is_chosen_by_keys_and_only_a_folder_that_can_be_shared_is_kept(
    tmp_path: Path, qapp: Any, qtbot: Any
) -> None:
    place = tmp_path / "team"
    place.mkdir()
    when = datetime(2026, 3, 1, tzinfo=UTC)
    SharedFolder(place).put(SharedItem(SharedKind.PATTERN, "x.other", "Ana", when, {}))
    async with running(tmp_path, sample(tmp_path)) as made:
        made.window.show_page("agents")
        page = made.agents_page
        page.lead_to("team")
        team = page.team
        said, choose, leave = team.rows["team.place"].explanation.text, *team.buttons.values()
        name = team.controls["team.name"]

        def pick(folder: Path) -> None:
            """As a person does who reaches the button by Tab."""
            choose.setFocus(Qt.FocusReason.TabFocusReason)
            press(choose, Qt.Key.Key_Space)
            (dialog,) = team.findChildren(QFileDialog)
            dialog.fileSelected.emit(str(folder))
            dialog.setParent(None)
            dialog.close()

        def kept(key: str) -> str:
            return str(made.settings.get(key))

        for refused, why in (
            (made.memory.root / "memory", "must not lie in each other"),
            (tmp_path, "must not lie in each other"),
            (tmp_path / "gone", "can't be used"),
        ):
            pick(refused)
            await until(lambda why=why: why in said())
            assert kept("team.place") == "" and not leave.isEnabled()
            team.refresh()
        pick(place)
        await until(lambda: "Others who share here: Ana." in said())
        assert kept("team.place") == str(place)
        name.setFocus(Qt.FocusReason.TabFocusReason)
        write(name, "Ben\n")
        assert kept("team.name") == "Ben"
        leave.setFocus(Qt.FocusReason.TabFocusReason)
        press(leave, Qt.Key.Key_Space)
        assert kept("team.place") == "" and said().startswith("Nowhere yet")
        assert list(place.iterdir()) == [place / "patterns"], "nothing stays of a trial"
