"""P7: good answers made worse at random; whatever comes of them is proved or waits.

In words, in words as JSON, and by number: a model of any kind may be bad.
"""

import random
from collections import Counter

import pytest

from desktop_app.dreams.engine_choice import AnswerForm
from desktop_app.dreams.material import Material
from desktop_app.errors import Problem
from desktop_app.notebook.statements.reader import statements
from tests.dreams.consolidator.test_numbers import GOOD as NUMBERS
from tests.dreams.model.mutating import mutated, wrongs
from tests.dreams.model.test_form import SAME
from tests.dreams.model.told_model import GOOD, ToldModel, dreamt, material

MERGED = """[MEMORY]
## Home
- The boiler is serviced in March; the boiler stands in the cellar. {M1, M2}
- Clara has piano on Tuesday at 18:00. {M3, D2026-11-21:1}
- Leo is not allergic to nuts. {D2026-11-21:2}
- Might buy the blue canoe for 300 euros. {D2026-11-21:3}
- REMOVE {M4, D2026-11-21:4} it was sold
[DREAM]
A quiet week
The boiler hums.
"""
HOME = """- The boiler is serviced in March.
- The boiler stands in the cellar.
- Clara has piano on Thursday at 17:00.
- Keeps the old rowing boat at berth 2.

Words of my own.
"""
HOME_DAY = """- Clara's piano moved from Thursday at 17:00 to Tuesday at 18:00.
- Leo is not allergic to nuts.
- Might buy the blue canoe for 300 euros.
- No longer keeps the old rowing boat at berth 2.
"""
CHINESE = """[MEMORY]
## 工作
- 报告十二月四日交，由王敏签字。 {M1, D2026-11-21:1}
- 决定下午两点以后不再喝咖啡。 {D2026-11-21:2}
- 小明对花生过敏。 {D2026-11-21:3}
[DREAM]
报告改期
报告改到十二月四日。
"""
CHINESE_MEMORY = "## 工作\n\n- 报告十一月二十七日交，由王敏签字。\n- 会议在星期三上午十点。\n"
CHINESE_DAY = (
    "- 报告从十一月二十七日改到十二月四日。\n- 决定下午两点以后不再喝咖啡。\n- 小明对花生过敏。\n"
)
GIVEN: tuple[tuple[str, Material, AnswerForm], ...] = (
    (GOOD, material(), AnswerForm.WORDS),
    (MERGED, material(HOME, HOME_DAY), AnswerForm.WORDS),
    (CHINESE, material(CHINESE_MEMORY, CHINESE_DAY), AnswerForm.COPY),
    (SAME, material(), AnswerForm.WORDS),
    (NUMBERS, material(), AnswerForm.NUMBERS),
)


async def found(number: int) -> tuple[str, str, list[str]]:
    """A mutation by its number, what came of it, and what is wrong with that."""
    answer, given, form = GIVEN[number % len(GIVEN)]
    answer = mutated(answer, random.Random(number))
    try:
        draft = await dreamt(ToldModel(answer), given, form)
    except Problem as problem:
        return answer, "refused", [] if problem.message else ["no reason was named"]
    wrong = wrongs(draft, given)
    if form == AnswerForm.NUMBERS:
        said = {unit.text for day in given.days for unit in statements(day)}
        ticked = [c.new for c in draft.changes if c.kind == "added" and c.accepted]
        wrong += [f"not the notes' own words: {new}" for new in ticked if new not in said]
    ticked_any = any(change.accepted for change in draft.changes)
    return answer, "ticked" if ticked_any else "nothing ticked", wrong


@pytest.mark.parametrize(("answer", "given", "form"), GIVEN)
async def test_the_answers_are_good_before_they_are_made_worse(
    answer: str, given: Material, form: AnswerForm
) -> None:
    draft = await dreamt(ToldModel(answer), given, form)
    assert wrongs(draft, given) == []
    assert sum(change.accepted for change in draft.changes) >= 2


async def test_a_hundred_mutations_do_no_harm() -> None:
    for number in range(100):
        answer, _, wrong = await found(number)
        assert not wrong, (number, answer)


@pytest.mark.prove
@pytest.mark.parametrize("thousand", range(10))  # a test of minutes is taken for one that hangs
async def test_ten_thousand_mutations_do_no_harm(thousand: int) -> None:
    came: Counter[str] = Counter()
    for number in range(thousand * 1_000, thousand * 1_000 + 1_000):
        answer, kind, wrong = await found(number)
        assert not wrong, (number, answer, wrong)
        came[kind] += 1
    refused, ticked = came["refused"], came["ticked"]
    print(f"P7, {thousand + 1} of 10: 1,000 answers made worse: {refused} refused, {ticked} ticked "
          "something: 0 invented lines ticked, 0 lines of memory lost")  # fmt: skip
