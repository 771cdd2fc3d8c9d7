"""Lines are forgotten for good: shown first, done when it is said a second time."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.table import Answer, Call, Told, fields_of, operation
from desktop_app.faces.terminal import standard_input
from desktop_app.words import cut, tr

if TYPE_CHECKING:
    from desktop_app.notebook.forgetting.cutting import FoundPlace

_SHOWN = 5  # lines of a file that are printed; JSON has all of them
_LONGEST = 100  # characters of such a line


def _places(found: "Iterable[FoundPlace]") -> list[Answer]:
    return [
        fields_of(one, "place", "path", "count")
        | {"lines": [fields_of(line, "line", "text") for line in one.lines]}
        for one in found
    ]


def _forget_text(answer: Answer) -> Iterator[str]:
    goes, stays, done = answer["goes"], answer["stays"], answer["done"]
    if not (goes or stays):
        return
    if goes:
        yield tr("Forgotten for good:") if done else tr("This would go for good:")
    yield from _rows(goes, lines=not done)
    if stays:
        yield tr("Left, as you chose:") if done else tr("This would stay:")
        yield from _rows(stays, lines=not done)
    if done:
        yield from (tr("Not reached:"), *(f"  {one}" for one in answer["unreached"]))
        return
    if options := sorted({f"--{one['place']}" for one in stays if one["lines"]}):
        yield tr("Add {options} to forget that, too.").format(options=" ".join(options))
    yield tr("Nothing was removed. Add --yes to forget it; there is no way back.")


def _rows(places: list[Answer], *, lines: bool) -> Iterator[str]:
    """Each file with its lines; what has no lines to show is counted by its place."""
    from desktop_app.notebook.forgetting.cutting import ForgetPlace, count_in_words

    found: dict[tuple[ForgetPlace, str], list[Answer]] = {}
    for one in places:
        key = (ForgetPlace(one["place"]), one["path"] if one["lines"] else "")
        found.setdefault(key, []).append(one)
    for (place, path), each in found.items():
        where = f", {path}" if path and path != place.in_words else ""
        yield f"  {place.in_words}{where}: {count_in_words(place, sum(o['count'] for o in each))}"
        shown = each[-1]["lines"] if lines else []
        for line in shown[:_SHOWN]:
            yield f"{line['line']:>8}  {cut(line['text'].strip(), _LONGEST)}"
        yield from [f"{'':8}  …"] if len(shown) > _SHOWN else []


def _problem(answer: Answer) -> Problem | None:
    if not (why := answer.get("unfinished")):
        return None
    told = tr("Forgetting is not finished yet. {why}").format(why=why)
    return Problem(told, tr("It goes on by itself at the next start."))


@operation(
    "forget", tr("forget a line for good"), 'nightstand forget "The spare key is with Ana" --days',
    _forget_text, problem=_problem, nothing=tr("Nothing says this."),
    text=tr("the line, or some words in a row; - reads standard input"),
    topic=tr("all lines with this word, its section and its file"),
    days=tr("also in the days"),
    diaries=tr("also in the dream diaries"),
    conversations=tr("also in the conversations"),
    yes=tr("do it; there is no way back"),
    lift=tr("allow it to be learnt again; this brings nothing back"),
)  # fmt: skip
def _forget(
    call: Call, text: str | None = None, *, topic: str | None = None, days: bool = False,
    diaries: bool = False, conversations: bool = False, yes: bool = False, lift: bool = False,
) -> Any:  # fmt: skip
    words = standard_input() if text == "-" else text or topic
    if not words or (text and topic):
        raise WrongUse(
            tr("Name a line, or a topic with --topic."),
            tr('For example: nightstand forget "The spare key is with Ana"'),
        )
    forgetting, by_topic = call.memory.forgetting, bool(topic)
    if lift:
        lifted = forgetting.lift(words, topic=by_topic)
        nothing = tr("Nothing that you had forgotten matches these words.")
        return Told({"lifted": lifted}, tr("Nightstand can learn it again.") if lifted else nothing)
    from desktop_app.notebook.forgetting.cutting import CHOSEN

    call.memory.index.refresh()
    found = forgetting.find(words, topic=by_topic)
    chosen = frozenset(place for place in CHOSEN if call[place])
    if not (yes and found.places):
        goes, stays = found.apart(chosen)
        return {"done": False, "goes": _places(goes), "stays": _places(stays)}
    done = forgetting.forget(found, chosen, call.report)
    return {
        "done": True,
        "goes": _places(done.removed),
        "stays": _places(done.left),
        **fields_of(done, "unreached", "unfinished?"),
    }
