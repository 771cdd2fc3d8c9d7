"""A dream by any chat, in the window: the question copied, the answer pasted, the review."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from tests.dreams.test_question import DAY, MEMORY, good_answer, marks
from tests.dreams.test_second_readings import OWN, TASTE, answer_of, read
from tests.support.program import click, press, quiet, running
from tests.support.waiting import until

BERTHS = "".join(f"- Berth {n} belongs to boat {n * 7}.\n" for n in range(1_500))


def notebook(folder: Path, day: str = DAY) -> Path:
    root = folder / "Notes"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text(MEMORY)
    (root / "memory/2026-11-20.md").write_text(day)
    return root


async def test_a_chat_is_the_mind_from_the_menu_to_the_review(tmp_path: Path, qtbot: Any) -> None:
    root = notebook(tmp_path)
    async with running(tmp_path, root) as program:
        page = program.dreams_page
        program.window.show_page("dreams")
        await quiet(program)
        actions = page.list.menu.actions()
        next(one for one in actions if "any AI chat" in one.text()).trigger()
        await until(page.desk.chat.isVisible)
        assert "leave this computer" in page.desk.chat.warning.text()
        assert page.desk.chat.copy.hasFocus()
        click(page.desk.chat.copy)
        question = QGuiApplication.clipboard().text()
        assert "Mara is allergic to peanuts." in question
        assert not page.desk.chat.propose.isEnabled()
        QGuiApplication.clipboard().setText("I would rather talk about the weather.")
        click(page.desk.chat.paste)
        click(page.desk.chat.propose)
        await until(page.desk.chat.trouble.isVisible)
        assert "agreed form" in page.desk.chat.trouble.text()
        assert "weather" in page.desk.chat.answer.toPlainText()
        QGuiApplication.clipboard().setText(good_answer(question))
        click(page.desk.chat.paste)
        click(page.desk.chat.propose)
        await until(page.desk.chat.skip.isVisible)  # one line is in its own words
        press(page.desk.chat.skip, Qt.Key.Key_Return)
        await until(lambda: page.review.proposal is not None and page.review.isVisible())
        assert [one.accepted for one in page.review.proposal.changes] == [True, True, False]
        assert (root / "MEMORY.md").read_text() == MEMORY


async def test_a_long_question_is_copied_and_answered_part_by_part(
    tmp_path: Path, qtbot: Any
) -> None:
    root = notebook(tmp_path, DAY + BERTHS)
    async with running(tmp_path, root) as program:
        page = program.dreams_page
        program.actions["dream.chat"].trigger()
        await until(page.desk.chat.isVisible)
        count, at = len(page.desk.chat._parts), 0
        assert count > 1
        said = {0: "Mara is allergic to peanuts.", count - 1: "Berth 1499 belongs to boat 10493."}
        for at in range(count):
            assert page.desk.chat.copy.text() == f"Copy part {at + 1} of {count}"
            press(page.desk.chat.copy, Qt.Key.Key_Return)
            assert page.desk.chat.answer.hasFocus()
            question = QGuiApplication.clipboard().text()
            answer = "[MEMORY]\nnone\n"
            if at in said:
                answer = f"[MEMORY]\n- {said[at]} {{{marks(question)[said[at]]}}}\n"
            page.desk.chat.answer.setPlainText(answer)
            press(page.desk.chat.propose, Qt.Key.Key_Return)
        await until(lambda: page.review.proposal is not None and page.review.isVisible())
        assert [one.new for one in page.review.proposal.changes] == list(said.values())
        assert page.desk.chat.answer.toPlainText() == ""


async def test_lines_of_an_answer_that_are_left_out_are_told(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, notebook(tmp_path)) as program:
        page, chat = program.dreams_page, program.dreams_page.desk.chat
        program.actions["dream.chat"].trigger()
        await until(chat.isVisible)
        click(chat.copy)
        mark = marks(QGuiApplication.clipboard().text())["Mara is allergic to peanuts."]
        secret = f"[MEMORY]\n- The password is hunter2hunter2. {{{mark}}}\n"
        chat.answer.setPlainText(secret)
        click(chat.propose)
        await until(chat.trouble.isVisible)
        assert "looks like a secret" in chat.trouble.text() and chat.propose.isEnabled()
        chat.answer.setPlainText(f"{secret}- Mara is allergic to peanuts. {{{mark}}}\n")
        click(chat.propose)
        await until(page.review.isVisible)
        assert "nothing is proposed" in program.window.banner.words
        assert "looks like a secret" in program.window.banner.words


async def test_lines_in_other_words_are_asked_about_once_more_in_the_same_card(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, notebook(tmp_path)) as program:
        page, chat = program.dreams_page, program.dreams_page.desk.chat
        program.actions["dream.chat"].trigger()
        await until(chat.isVisible)
        assert not chat.skip.isVisible()
        click(chat.copy)
        chat.answer.setPlainText(answer_of(QGuiApplication.clipboard().text()))
        click(chat.propose)
        await until(chat.skip.isVisible)
        assert chat.about.text() == (
            "2 lines are in other words than the notes. Ask once more and they can be proved."
        )
        assert chat.answer.toPlainText() == "" and chat.copy.hasFocus()
        press(chat.copy, Qt.Key.Key_Return)
        question = QGuiApplication.clipboard().text()
        assert OWN in question and TASTE in question
        chat.answer.setPlainText("1: yes\n2: no")
        click(chat.propose)
        await until(chat.trouble.isVisible)
        assert "no answer to the second reading" in chat.trouble.text()
        QGuiApplication.clipboard().setText(read(question))
        click(chat.paste)
        click(chat.propose)
        await until(lambda: page.review.proposal is not None and page.review.isVisible())
        assert [one.new for one in page.review.proposal.changes if one.accepted] == [OWN, TASTE]
        assert program.window._toast.words == "Read again: 2 of 2 lines are accepted."
