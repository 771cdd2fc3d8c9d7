"""A dream by any chat at a terminal: the question printed, the answer read from files."""

import re
from pathlib import Path
from typing import Any

import pytest
from opencc import OpenCC

from desktop_app.language.tokens import script
from desktop_app.notebook import diaries
from desktop_app.ui.dreams.diary_view import voice_of
from tests.dreams.test_question import marks
from tests.support.cli import Shell, run

MEMORY = "# Memory\n\n## Work\n\n- The report is due on 27 November; Jonas signs it off.\n"
DAY = "# Day\n\n## Notes (09:00)\n\n- The report moves from 27 November to 4 December.\n"
ZH_MEMORY = "# 記憶\n\n## 工作\n\n- 報告的截止日是 11 月 27 日，由周正宏簽字。\n"
ZH_DAY = "# 日記\n\n## 筆記 (09:00)\n\n- 報告的截止日從 11 月 27 日改為 12 月 4 日。\n"
NEW = "The report is due on 4 December; Jonas signs it off."
ZH_NEW = "報告的截止日是 12 月 4 日，由周正宏簽字。"


class Chat(Shell):
    """A notebook whose dreams ask a chat."""

    def write(self, memory: str, day: str) -> None:
        (self.folder / "memory").mkdir(parents=True, exist_ok=True)
        (self.folder / "MEMORY.md").write_text(memory)
        (self.folder / "memory/2026-11-20.md").write_text(day)

    def ask(self, *words: str) -> str:
        return self.says("dream", "--ask", "--until", "2026-11-21", *words)

    def told(self, *texts: str, code: int = 0) -> Any:
        """What comes of these answers of the chat."""
        files = []
        for n, text in enumerate(texts):
            files.append(str(self.folder.parent / f"answer {n}.md"))
            Path(files[-1]).write_text(text)
        return self.do("dream", "--answer", *files, code=code)


@pytest.fixture
def chat(tmp_path: Path, capfdbinary: Any) -> Chat:
    made = Chat(tmp_path / "notebook", capfdbinary)
    made.write(MEMORY, DAY)
    return made


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
    told = chat.told(FORMS[form].format(new=new, old=old, note=note))
    assert [(one["new"], one["accepted"]) for one in told["changes"]] == [(new, True)]
    assert (told["engine"], told["state"]) == ("chat", "pending")


def test_it_is_said_first_that_notes_leave_the_computer(chat: Chat) -> None:
    assert chat.run("dream", "--ask", "--until", "2026-11-21") == 0
    assert "leave this computer" not in chat.out() and "leave this computer" in chat.complaint
    said = chat.says("dream", "--ask", "--until", "2020-01-01", code=3)
    assert said.startswith("It holds your notes") and "no" in said


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
    assert len(chat.told(*answers)["changes"]) == 2
    chat.told(answers[0], "I cannot do that.", code=3)
    assert "agreed form" in chat.complaint and "answer 2" in chat.complaint
    assert chat.ask("--json", "--days", "3").count("[MEMORY]") > 2


def test_what_is_wrong_with_an_answer_is_said_and_nothing_is_kept(chat: Chat) -> None:
    chat.told("[MEMORY]\nnone\n", code=3)
    assert "No dream has asked" in chat.complaint
    report = marks(chat.ask())["The report moves from 27 November to 4 December."]
    gone = str(chat.folder / "gone.md")
    assert "gone.md cannot be read" in chat.says("dream", "--answer", gone, code=3)
    chat.told("", code=3)
    assert "answered with nothing" in chat.complaint
    strange = "[MEMORY]\n- The pier is blue. {D2026-11-20:77}\n"
    told = chat.told(f"{strange}- Jonas is well. {{{report}}}\n")
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
    chat.told(f"[MEMORY]\n- {ZH_NEW} {{{old}, {note}}}\n[DREAM]\n報告\n{said}\n")
    assert chat.run("apply") == 0
    (path,) = (chat.folder / "memory/dreams").iterdir()
    (entry,) = diaries.parse(f"memory/dreams/{path.name}", path.read_text())
    (remark,) = (one for one in path.read_text().split("\n") if one.startswith("*2026"))
    assert not re.search("[a-z]", remark) and "聊天" in remark
    assert ("沒有用它的話" in remark, voice_of(entry)) == (not voice, voice)
    assert (said in entry.prose) == bool(voice)


def test_dreams_that_are_switched_off_are_asked_of_no_chat(chat: Chat) -> None:
    assert run("settings", "dreams.enabled", "off") == 0
    try:
        said = chat.says("dream", "--ask", code=3)
    finally:
        assert run("settings", "dreams.enabled", "on") == 0
    assert "switched off" in said


def test_what_a_command_noted_does_not_tick_what_a_command_answers(chat: Chat) -> None:
    """Without a terminal an agent may have run both."""
    assert chat.run("remember", "Mara is allergic to milk.") == 0
    mark = marks(chat.says("dream", "--ask"))["Mara is allergic to milk."]
    told = chat.told(f"[MEMORY]\n- Mara is allergic to milk. {{{mark}}}\n")
    (change,) = told["changes"]
    assert change["verdict"] == "supported" and not change["accepted"]
    assert "wrote these lines itself" in change["reason"]
