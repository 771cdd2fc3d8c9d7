"""A dream by any chat at a terminal: the question printed, the answer read from files."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from opencc import OpenCC

from desktop_app.language.tokens import script
from desktop_app.notebook import diaries
from desktop_app.ui.dreams.diary_view import voice_of
from tests.dreams.test_question import marks
from tests.support.cli import run

MEMORY = "# Memory\n\n## Work\n\n- The report is due on 27 November; Jonas signs it off.\n"
DAY = "# Day\n\n## Notes (09:00)\n\n- The report moves from 27 November to 4 December.\n"
ZH_MEMORY = "# 記憶\n\n## 工作\n\n- 報告的截止日是 11 月 27 日，由周正宏簽字。\n"
ZH_DAY = "# 日記\n\n## 筆記 (09:00)\n\n- 報告的截止日從 11 月 27 日改為 12 月 4 日。\n"
NEW = "The report is due on 4 December; Jonas signs it off."
ZH_NEW = "報告的截止日是 12 月 4 日，由周正宏簽字。"


class Chat:
    """A notebook, the commands, and what they said."""

    def __init__(self, root: Path, capfdbinary: Any) -> None:
        self.root, self._said = root, capfdbinary
        (root / "memory").mkdir(parents=True)
        self.write(MEMORY, DAY)

    def write(self, memory: str, day: str) -> None:
        (self.root / "MEMORY.md").write_text(memory)
        (self.root / "memory/2026-11-20.md").write_text(day)

    def __call__(self, *words: str) -> tuple[int, str, str]:
        code = run("--notebook", str(self.root), "dream", *words)
        said = self._said.readouterr()
        return code, said.out.decode(), said.err.decode()

    def ask(self, *words: str) -> str:
        code, out, _ = self("--ask", "--until", "2026-11-21", *words)
        assert code == 0
        return out

    def answer(self, *texts: str) -> tuple[int, Any, str]:
        files = []
        for n, text in enumerate(texts):
            files.append(str(self.root.parent / f"answer {n}.md"))
            Path(files[-1]).write_text(text)
        code, out, err = self("--json", "--answer", *files)
        return code, json.loads(out) if out else None, err


@pytest.fixture
def chat(tmp_path: Path, capfdbinary: Any) -> Chat:
    return Chat(tmp_path / "notebook", capfdbinary)


FORMS = {
    "talk around it": "Gladly.\n\n[MEMORY]\n- {new} {{{old}, {note}}}\n[DREAM]\nA move\n\nBye!\n",
    "json": 'Sure.\n```json\n{{"changes": [{{"kind": "updated", "text": "{new}",'
    ' "marks": ["{old}", "{note}"]}}]}}\n```\n',
}


@pytest.mark.parametrize(("form", "chinese"), [("talk around it", False), ("json", True)])
def test_an_answer_is_understood_as_chats_write_it(chat: Chat, form: str, chinese: bool) -> None:
    if chinese:
        chat.write(ZH_MEMORY, ZH_DAY)
    named = list(marks(chat.ask()).values())
    old, note = (next(one for one in named if one.startswith(sign)) for sign in "MD")
    new = ZH_NEW if chinese else NEW
    code, told, _ = chat.answer(FORMS[form].format(new=new, old=old, note=note))
    assert code == 0
    assert [(one["new"], one["accepted"]) for one in told["changes"]] == [(new, True)]
    assert (told["engine"], told["state"]) == ("chat", "pending")


def test_it_is_said_first_that_notes_leave_the_computer(chat: Chat) -> None:
    code, out, err = chat("--ask", "--until", "2026-11-21")
    assert code == 0 and "leave this computer" in err and "leave this computer" not in out
    code, _, err = chat("--ask", "--until", "2020-01-01")
    assert code != 0 and err.startswith("It holds your notes") and "no" in err


def test_answers_to_several_parts_are_given_back_at_once(chat: Chat) -> None:
    lines = "".join(f"- Berth {n} belongs to boat {n * 7}.\n" for n in range(2_500))
    chat.write(MEMORY, DAY + lines)
    text = chat.ask("--days", "3")
    assert "parts: ask them one after the other" in text
    first, _, last = text.partition("===== part 2 of")
    answers = [
        f"[MEMORY]\n- {says} {{{marks(part)[says]}}}\n"
        for part, says in (
            (first, "Berth 7 belongs to boat 49."),
            (last, "Berth 2499 belongs to boat 17493."),
        )
    ]
    code, told, _ = chat.answer(*answers)
    assert code == 0 and len(told["changes"]) == 2
    code, _, err = chat.answer(answers[0], "I cannot do that.")
    assert code != 0 and "agreed form" in err and "answer 2" in err
    assert chat("--json", "--ask", "--days", "3", "--until", "2026-11-21")[1].count("[MEMORY]") > 2


def test_what_is_wrong_with_an_answer_is_said_and_nothing_is_kept(chat: Chat) -> None:
    code, _, err = chat.answer("[MEMORY]\nnone\n")
    assert code != 0 and "No dream has asked" in err
    report = marks(chat.ask())["The report moves from 27 November to 4 December."]
    code, _, err = chat("--answer", str(chat.root / "gone.md"))
    assert code != 0 and "gone.md cannot be read" in err
    code, _, err = chat.answer("")
    assert code != 0 and "answered with nothing" in err
    strange = "[MEMORY]\n- The pier is blue. {D2026-11-20:77}\n"
    code, _, err = chat.answer(strange)
    assert code != 0 and "No dream has asked" in err
    code, told, _ = chat.answer(f"{strange}- Jonas is well. {{{report}}}\n")
    assert told["unknown"] == ["D2026-11-20:77"] and not told["changes"][0]["accepted"]


def test_traditional_notes_are_asked_about_in_traditional_chinese(chat: Chat) -> None:
    chat.write(ZH_MEMORY, ZH_DAY)
    text = chat.ask()
    assert "你負責整理 MEMORY.md" in text and "「昨天」" in text
    assert [line for line in text.split("\n") if script(line) == "zh-Hans"] == []
    chat.write(*(OpenCC("t2s").convert(one) for one in (ZH_MEMORY, ZH_DAY)))
    assert "你负责整理 MEMORY.md" in chat.ask()


@pytest.mark.parametrize(
    ("said", "voice"), [("海港起火了。", ""), ("報告的截止日改為 12 月 4 日。", "a chat")]
)
def test_a_chinese_diary_is_chinese_and_credits_no_chat_with_what_it_did_not_say(
    chat: Chat, said: str, voice: str
) -> None:
    chat.write(ZH_MEMORY, ZH_DAY)
    named = list(marks(chat.ask()).values())
    old, note = (next(one for one in named if one.startswith(sign)) for sign in "MD")
    chat.answer(f"[MEMORY]\n- {ZH_NEW} {{{old}, {note}}}\n[DREAM]\n報告\n{said}\n")
    assert run("--notebook", str(chat.root), "apply") == 0
    (path,) = (chat.root / "memory/dreams").iterdir()
    (entry,) = diaries.parse(f"memory/dreams/{path.name}", path.read_text())
    (remark,) = (one for one in path.read_text().split("\n") if one.startswith("*2026"))
    assert not re.search("[a-z]", remark) and "聊天" in remark
    assert ("沒有用它的話" in remark, voice_of(entry)) == (not voice, voice)
    assert (said in entry.prose) == bool(voice)


def test_dreams_that_are_switched_off_are_asked_of_no_chat(chat: Chat) -> None:
    assert run("settings", "dreams.enabled", "off") == 0
    try:
        code, _, err = chat("--ask")
    finally:
        assert run("settings", "dreams.enabled", "on") == 0
    assert code != 0 and "switched off" in err


def test_what_a_command_noted_does_not_tick_what_a_command_answers(chat: Chat) -> None:
    """Without a terminal an agent may have run both."""
    assert run("--notebook", str(chat.root), "remember", "Mara is allergic to milk.") == 0
    _, out, _ = chat("--ask")
    mark = marks(out)["Mara is allergic to milk."]
    _, told, _ = chat.answer(f"[MEMORY]\n- Mara is allergic to milk. {{{mark}}}\n")
    (change,) = told["changes"]
    assert change["verdict"] == "supported" and not change["accepted"]
    assert "wrote these lines itself" in change["reason"]
