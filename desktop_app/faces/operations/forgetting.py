"""Forgetting for good on the command line: shown first, done when it is said a second time."""

import sys
from typing import TYPE_CHECKING, Any

from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.table import Call, Parameter, fields_of, operation
from desktop_app.words import cut, tr

if TYPE_CHECKING:
    from desktop_app.notebook.forgetting.places import (
        ForgetPlace,
        ForgetReport,
        FoundPlace,
        FoundTexts,
    )

_SHOWN = 5  # lines of a file that are printed; JSON has all of them
_LONGEST = 100  # characters of such a line


def _found_json(found: "FoundTexts", chosen: "frozenset[ForgetPlace]") -> dict[str, Any]:
    goes, stays = found.apart(chosen)
    return {"done": False, "goes": list(map(_place, goes)), "stays": list(map(_place, stays))}


def _report_json(report: "ForgetReport") -> dict[str, Any]:
    return {
        "done": True,
        "goes": list(map(_place, report.removed)),
        "stays": list(map(_place, report.left)),
        "unreached": list(report.unreached),
        "unfinished": report.unfinished or None,
    }


def _place(one: "FoundPlace") -> dict[str, Any]:
    lines = [{"line": line.line, "text": line.text} for line in one.lines]
    return {**fields_of(one, "place", "path", "count"), "lines": lines}


def _text(answer: dict[str, Any]) -> str:
    if "lifted" in answer:
        if not answer["lifted"]:
            return tr("Nothing was forgotten that these words name.")
        return tr("It may be learnt again.")
    if not (answer["goes"] or answer["stays"]):
        return tr("Nothing says this.")
    if answer["done"]:
        rows = [tr("Forgotten for good:"), *_rows(answer["goes"], lines=False)]
        if answer["stays"]:
            rows += [tr("Left, as you chose:"), *_rows(answer["stays"], lines=False)]
        return "\n".join([*rows, tr("Not reached:"), *(f"  {one}" for one in answer["unreached"])])
    rows = [tr("This would go for good:"), *_rows(answer["goes"])]
    if answer["stays"]:
        rows += [tr("This would stay:"), *_rows(answer["stays"])]
        options = sorted({f"--{one['place']}" for one in answer["stays"] if one["lines"]})
        rows.append(tr("Add {options} to forget that, too.").format(options=" ".join(options)))
    rows.append(tr("Nothing was removed. Add --yes to forget it; there is no way back."))
    return "\n".join(rows)


def _rows(places: list[dict[str, Any]], *, lines: bool = True) -> list[str]:
    """Each file with its lines; what has no lines to show is counted by its place."""
    from desktop_app.notebook.forgetting.places import ForgetPlace, count_in_words

    rows = []
    counts: dict[tuple[ForgetPlace, str], int] = {}
    for one in places:
        key = (ForgetPlace(one["place"]), one["path"] if one["lines"] else "")
        counts[key] = counts.get(key, 0) + one["count"]
    told = {(ForgetPlace(one["place"]), one["path"]): one["lines"] for one in places if lines}
    for (place, path), count in counts.items():
        where = f", {path}" if path and path != place.in_words else ""
        rows.append(f"  {place.in_words}{where}: {count_in_words(place, count)}")
        shown = told.get((place, path), [])
        rows += [
            f"{line['line']:>8}  {cut(line['text'].strip(), _LONGEST)}" for line in shown[:_SHOWN]
        ]
        rows += [f"{'':8}  …"] if len(shown) > _SHOWN else []
    return rows


def _problem(answer: dict[str, Any]) -> Problem | None:
    if not answer.get("unfinished"):
        return None
    return Problem(
        tr("Forgetting is not finished yet. {why}").format(why=answer["unfinished"]),
        tr("It goes on by itself at the next start."),
    )


@operation(
    "forget",
    tr("forget a line for good"),
    'nightstand forget "The spare key is with Ana" --days',
    _text,
    Parameter("text", tr("the line, or some words in a row; - reads standard input")),
    Parameter("--topic", tr("all lines with this word, its section and its file")),
    Parameter("--days", tr("also in the days"), flag=True),
    Parameter("--diaries", tr("also in the dream diaries"), flag=True),
    Parameter("--conversations", tr("also in the conversations"), flag=True),
    Parameter("--yes", tr("do it; there is no way back"), flag=True),
    Parameter("--lift", tr("let it be learnt again; brings nothing back"), flag=True),
    problem=_problem,
)
def _forget(call: Call) -> Any:
    text, topic = call["text"] or call["topic"], bool(call["topic"])
    if call["text"] == "-" and sys.stdin is not None:
        text = sys.stdin.read()
    if not text or (call["text"] and topic):
        raise WrongUse(
            tr("Name a line, or a topic with --topic."),
            tr('For example: nightstand forget "The spare key is with Ana"'),
        )
    if call["lift"]:
        return {"lifted": call.memory.forgetting.lift(text, topic=topic)}
    from desktop_app.notebook.forgetting.places import CHOSEN  # seldom wanted

    call.memory.index.refresh()
    found = call.memory.forgetting.find(text, topic=topic)
    chosen = frozenset(place for place in CHOSEN if call[place])
    if not (call["yes"] and found.places):
        return _found_json(found, chosen)
    return _report_json(call.memory.forgetting.forget(found, chosen, call.report))
