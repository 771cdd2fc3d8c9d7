"""The story on a real screen, by real keys or as a screen reader such as Orca tells it."""

import gettext
import re
from pathlib import Path

import pytest

from desktop_app import resources
from tests.support import screen_reader
from tests.support.program import sample
from tests.support.screen_reader import read_aloud, soon

pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(not screen_reader.HERE, reason=screen_reader.WANTED),
]


def test_a_dream_is_reviewed_applied_and_undone_without_a_screen_to_see(tmp_path: Path) -> None:
    notebook = sample(tmp_path)
    core = notebook / "MEMORY.md"
    before = core.read_bytes()
    with read_aloud(tmp_path, notebook) as reader:
        reader.press("Dreams", "check box")
        reader.press("Dream now", "push button")
        reader.find(r"Added\. Undecided\. .*", "list item")
        assert core.read_bytes() == before, "a dream only proposes"
        reader.key("a")
        reader.press(r"Apply \d+ .*", "push button")
        soon(lambda: core.read_bytes() != before)
        reader.press("Undo this dream", "push button")
        soon(lambda: core.read_bytes() == before)


@pytest.mark.parametrize("language", ["en", "zh_CN", "zh_TW"])
def test_from_the_first_run_to_an_applied_dream_and_back_by_keys(
    tmp_path: Path, language: str
) -> None:
    places = resources.folder() / "translations"
    catalogue = gettext.translation("nightstand", places, [language], fallback=True)

    def pattern(text: str) -> str:
        return re.escape(catalogue.gettext(text)).replace(re.escape("{count}"), r"\d+")

    with read_aloud(tmp_path, language=language) as keys:
        keys.reach(pattern("Look at the sample"))
        keys.key("Return")
        core = soon(lambda: next(tmp_path.rglob("MEMORY.md"), None))
        before = core.read_bytes()
        keys.find("MEMORY.md", "text")
        keys.key("ctrl+3")
        keys.reach(pattern("Dream now"))
        keys.key("Return")
        keys.find(pattern("Apply %1").replace("%1", ".*"))
        keys.key("a", "j", "j", "r")
        assert core.read_bytes() == before, "a dream only proposes"
        keys.key("ctrl+Return")
        soon(lambda: core.read_bytes() != before)
        keys.reach(pattern("Undo this dream"))
        keys.key("Return")
        soon(lambda: core.read_bytes() == before)
