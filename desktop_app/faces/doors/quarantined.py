"""What a door says of poison: where suspicious lines stand, without a word of them; and no answer
of a door has a line that is in quarantine, whatever version or record it comes from.
"""

from collections.abc import Sequence
from typing import Any

from desktop_app.faces.doors import shapes
from desktop_app.faces.doors.own import row
from desktop_app.faces.operations.poison import line_json
from desktop_app.faces.operations.table import Call
from desktop_app.language.poison import LEAST, Certainty, PoisonKind
from desktop_app.memory import Memory
from desktop_app.words import tr

_SHORTEST = 8  # characters of a line that is looked for; a shorter one stands in any text
_FINDING = shapes.record(
    kind=shapes.one_of(PoisonKind), from_=shapes.COUNT, to=shapes.COUNT, sure=shapes.NUMBER,
    certainty=shapes.one_of(Certainty), does=shapes.TEXT,
)  # fmt: skip
SUSPICIOUS = shapes.several(
    shapes.record(
        path=shapes.TEXT, line=shapes.COUNT, certainty=shapes.one_of(Certainty),
        findings=shapes.several(_FINDING),
    )
)  # fmt: skip


def _poison(call: Call) -> object:
    likely = LEAST[Certainty.LIKELY]
    return [
        line_json(one, quoting=False) for one in call.memory.poison.look() if one.sure >= likely
    ]


POISON = row("poison", tr("say where lines stand that were written to steer a model"), _poison)


def held_texts(memory: Memory) -> list[str]:
    """The lines in quarantine without the signs of a list, as a bullet is told."""
    texts = {one.text.lstrip(" \t-*+>").rstrip() for one in memory.poison.held()}
    return sorted((one for one in texts if len(one) >= _SHORTEST), key=len, reverse=True)


def without(answer: Any, held: Sequence[str]) -> Any:
    """An answer without these lines."""
    if isinstance(answer, str):
        for one in held:
            answer = answer.replace(one, "")
        return answer
    if isinstance(answer, dict):
        return {key: without(value, held) for key, value in answer.items()}
    if isinstance(answer, list | tuple):
        return type(answer)(without(one, held) for one in answer) if held else answer
    return answer
