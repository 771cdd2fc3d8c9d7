"""Operations on what waits for a decision: questions, and suspicious lines."""

from typing import TYPE_CHECKING, Any, Literal

from desktop_app.errors import WrongUse
from desktop_app.faces.operations.table import Answer, Call, Told, fields_of, operation
from desktop_app.words import counted, together, tr

if TYPE_CHECKING:
    from desktop_app.memory.poison import PoisonedLine

# -- questions ------------------------------------------------------------------------------------


def _inbox_text(answer: Answer) -> str:
    parts = []
    for one in answer["asked"]:
        (source,) = one["sources"]
        lines = [
            f"{one['id']}  {one['why']}",
            f"{source['path']}:{source['line']}  {_first(one['text'])}",
            " · ".join(f"{said['key']} {said['words']}" for said in one["answers"]),
        ]
        parts.append("\n          ".join(lines))
    if count := answer["in_dreams"]:
        told = counted(
            "A dream asks {count} question. See it with: nightstand proposals",
            "Dreams ask {count} questions. See them with: nightstand proposals",
            count,
        )
        parts.append(told)
    return "\n\n".join([*parts, *suspicious_lines(answer["suspicious"])])


def suspicious_lines(count: int) -> list[str]:
    """That so many lines are suspicious, and which command lists them."""
    told = counted(
        "{count} line is suspicious. See it with: nightstand poison",
        "{count} lines are suspicious. See them with: nightstand poison",
        count,
    )
    return [told] if count else []


def _first(text: str) -> str:
    return text.split("\n", 1)[0]


@operation(
    "inbox", tr("answer questions"), "nightstand inbox answer 3f2a9c01 Y", _inbox_text,
    nothing=tr("Nothing to ask today."),
    do=tr(
        "list (the default): list the questions; answer ID KEY: answer one; undo ID: undo an answer"
    ),
    id_=tr("which question"),
    answer=tr("the answer: its key, as `nightstand inbox` shows it"),
    text=tr("the new line of an edit"),
)  # fmt: skip
def _inbox(
    call: Call, do: Literal["list", "answer", "undo"] = "list", id_: str | None = None,
    answer: str | None = None, *, text: str | None = None,
) -> Any:  # fmt: skip
    from desktop_app.dreams.decisions import open_questions
    from desktop_app.dreams.inbox.store import answer_of, item_json  # long to load

    inbox = call.memory.inbox
    if do == "undo":
        inbox.undo(id_ or "")
        text = tr("It is open again, and what the answer changed is undone.")
        return Told({"undone": id_}, text)
    if do == "list":
        asked = [item_json(one) for one in inbox.today()]
        in_dreams = sum(map(len, map(open_questions, inbox.waiting())))
        return {"asked": asked, "in_dreams": in_dreams, "suspicious": call.memory.poison.count()}
    said = answer_of(answer or "")
    if not id_ or said is None:
        raise WrongUse(
            tr("Say which question, and what you answer."),
            tr("For example: nightstand inbox answer 3f2a9c01 Y"),
        )
    done = inbox.answer(id_, said, text or "")
    told = tr("MEMORY.md has changed.") if done.changed else tr("MEMORY.md stays as it is.")
    undo = tr("To undo it: nightstand inbox undo {id}").format(id=done.item.id)
    answered = {"id": done.item.id, "answer": str(done.answer), "changed": done.changed}
    return Told(answered, together(told, undo))


# -- suspicious lines -----------------------------------------------------------------------------

_MOST = 120  # characters of a line that are shown


def _found_text(answer: Answer) -> str:
    from desktop_app.language.gate.poison import Certainty  # long to load
    from desktop_app.language.gate.poison_words import line_words, sure_words

    rows = []
    for one in answer["found"]:
        rows.append(f"{one['path']}:{one['line']}  {line_words(one['text'], _MOST)}")
        for each in one["findings"]:
            sure = sure_words(Certainty(each["certainty"]))
            rows[-1] += "\n    " + tr("{sure}: {does}").format(sure=sure, does=each["does"])
    return "\n\n".join(rows)


def _line_json(one: "PoisonedLine") -> Answer:
    from desktop_app.language.gate.poison_words import does_words  # long to load

    findings = [
        fields_of(finding, "kind", "certainty", **{"from": "start", "to": "end"})
        | {"sure": round(finding.sure, 2), "does": does_words(finding)}
        for finding in one.findings
    ]
    return fields_of(one, "path", "line", "certainty", "text") | {"findings": findings}


@operation(
    "poison", tr("list suspicious lines"), "nightstand poison memory/2026-11-20.md",
    _found_text, nothing=tr("No line seems to be written to steer a model."),
    path=tr("a file to check (default: all)"),
    all_=tr("also the less likely ones"),
)  # fmt: skip
def _poison(call: Call, path: str | None = None, *, all_: bool = False) -> Any:
    from desktop_app.language.gate.poison import LEAST, Certainty  # long to load

    found = call.memory.poison.look()
    if path:
        path = call.memory.files.lines(path).path  # raises where there is none
    least = LEAST[Certainty.POSSIBLE if all_ else Certainty.LIKELY]
    sure = [one for one in found if one.sure >= least and path in (None, one.path)]
    return {"found": [_line_json(one) for one in sure]}
