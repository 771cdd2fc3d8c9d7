"""What the rules offer, put in order by a model: one small call, answered by number.

Knows a draft and a model, no files. No text changes, and nothing is ticked that the rules did not
tick. Whatever goes wrong, the rules' order stands, and the draft says why.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from desktop_app.dreams.diary import drafted
from desktop_app.dreams.dreamer import DreamDraft, Material
from desktop_app.dreams.model.answers.json_form import a_list, a_number, an_object, object_in
from desktop_app.dreams.model.asking.calls import Asking, ModelQuestion
from desktop_app.dreams.model.asking.faults import Fault
from desktop_app.dreams.model.asking.kept import key_of
from desktop_app.dreams.model.reading.marks import harmless
from desktop_app.dreams.model.reading.material import suspect
from desktop_app.dreams.model.reading.prompts import Prompt, a_fence
from desktop_app.dreams.proposal import Change, ChangeKind
from desktop_app.errors import Problem
from desktop_app.language.words import script
from desktop_app.models.model import ModelMessage, PromptRole, Schema
from desktop_app.words import tr

MOST = 60
"""Additions that a model is shown."""

_SHOWN = 200  # characters of each
_ANSWER = 400  # tokens: sixty numbers with signs between them
_THINKING = 1_024


async def ordered(draft: DreamDraft, material: Material, asking: Asking) -> DreamDraft:
    """The draft with its additions in the model's order; each page keeps its size."""
    added = [change for change in draft.changes if change.kind == ChangeKind.ADDED]
    shown = [change for change in added if not suspect(change.new or "")][:MOST]
    language = script("\n".join(day.text for day in material.days))
    try:
        order = await _asked(
            [change.new or "" for change in shown], Prompt("order", language), asking
        )
    except Problem as problem:
        return replace(draft, unordered=problem.message, tokens=asking.spent or None)
    first = [shown[n - 1] for n in order]
    first_ids = set(map(id, first))
    rest = [change for change in added if id(change) not in first_ids]
    changes = _placed(draft.changes, [*first, *rest])
    ordered_draft = replace(draft, changes=changes, title="", tokens=asking.spent or None)
    return drafted(ordered_draft, material)


def numbers(answer: str, count: int) -> tuple[int, ...] | Fault:
    """The numbers from 1 to `count` that an answer names, each once; a fault for none."""
    named = object_in(answer).get("order")
    if not isinstance(named, list):
        return Fault.NUMBERS
    valid = [n for n in named if type(n) is int and 1 <= n <= count]
    return tuple(dict.fromkeys(valid)) or Fault.NUMBERS


def schema(count: int) -> Schema:
    """The form of an answer: a list of numbers and nothing else."""
    return an_object(order=a_list(a_number(count), count) | {"minItems": 1})


async def _asked(texts: Sequence[str], prompt: Prompt, asking: Asking) -> tuple[int, ...]:
    """The model's order by numbers from 1. Raises Problem."""
    fence = a_fence()
    rows = [_row(n, text) for n, text in enumerate(texts, start=1)]
    most = _ANSWER + (_THINKING if asking.model.info.thinks else 0)
    rows = await asyncio.to_thread(_fitting, rows, prompt, fence, asking, most)
    messages = _messages(rows, prompt, fence)
    question = ModelQuestion(
        messages=messages,
        most=most,
        key=key_of(asking.model.info.name, messages, fence),
        again=lambda fault: messages,
        part=tr("order"),
        schema=schema(len(rows)),
    )
    return await asking.ask(question, lambda text, last: numbers(text, len(rows)))


def _row(number: int, text: str) -> str:
    plain = harmless(" ".join(text.split()))
    return f"{number}. {plain if len(plain) <= _SHOWN else f'{plain[:_SHOWN].rstrip()} …'}"


def _fitting(rows: list[str], prompt: Prompt, fence: str, asking: Asking, most: int) -> list[str]:
    """As many of the first rows as the model can read at once."""
    tokens = asking.model.tokens
    while len(rows) > 1:
        texts = (each.content for each in _messages(rows, prompt, fence))
        if tokens.estimate(*texts).high + most <= asking.longest:
            break
        rows = rows[:-1]
    return rows


def _messages(rows: Sequence[str], prompt: Prompt, fence: str) -> tuple[ModelMessage, ...]:
    rules = prompt.fill("Rules", fence=fence)
    return ModelMessage(PromptRole.SYSTEM, rules), ModelMessage(
        PromptRole.USER, prompt.fill("Lines", fence=fence, lines="\n".join(rows))
    )


def _placed(changes: Sequence[Change], added: Sequence[Change]) -> tuple[Change, ...]:
    """The changes with these additions in the additions' places; a place keeps its page."""
    remaining = iter(added)
    placed = []
    for change in changes:
        if change.kind == ChangeKind.ADDED:
            new = next(remaining)
            ticked = new.accepted and change.page == 1
            change = replace(new, n=change.n, page=change.page, accepted=ticked)
        placed.append(change)
    return tuple(placed)
