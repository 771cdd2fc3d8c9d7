"""Operations on dreams: their proposals, and what came of them."""

import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from desktop_app import own_files
from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.material import Mind
from desktop_app.dreams.proposal import CHAT, ChangeKind, RunOutcome
from desktop_app.errors import Problem
from desktop_app.faces.operations import dream_answers as answers
from desktop_app.faces.operations.decisions import suspicious_lines
from desktop_app.faces.operations.notes import at_terminal
from desktop_app.faces.operations.schedule import dream_if_due
from desktop_app.faces.operations.table import (
    EXPECTED,
    Answer,
    Call,
    Group,
    Model,
    Numbers,
    Takes,
    Told,
    ToldList,
    engine_for,
    fields_of,
    model_offered,
    operation,
    several,
    who,
)
from desktop_app.faces.terminal import standard_input
from desktop_app.notebook.history import written_by
from desktop_app.notebook.lines import limits_of
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.apply import Applied

CHANGES = sorted(set(ChangeKind) - {ChangeKind.QUESTION})
"""The kinds of changes that can be chosen."""
changes = several(lambda text: CHANGES[CHANGES.index(ChangeKind(text))])
EXPECTED[changes] = tr("one or more of added, updated, merged, removed, moved, with commas between")
_Then = Annotated[bool, Group("then")]
_WHICH = tr("which dream (default: the newest that waits)")


def _dream_text(answer: Answer) -> Iterator[str]:
    yield from _answer_text(answer) if "unknown" in answer else [answers.dream_text(answer)]
    if answer.get("offers"):
        offer = tr("Ollama has {model}, which can dream: nightstand settings dreams.model {model}")
        yield offer.format(model=answer["offers"])


def _applied(call: Call, applied: "Applied") -> Answer:
    """An applied dream: the numbers that found no line any more are `left`, so many changes that
    nobody has decided on wait in the proposal `waiting`."""
    waiting = applied.waiting
    return answers.proposal_json(applied.proposal) | {
        "changes": [answers.change_json(change) for change in applied.changes],
        "left": [change.n for change in applied.unwritten],
        "undecided": applied.undecided,
        "waiting": waiting.id if waiting else None,
        "offers_schedule": call.memory.schedule.offers(call.settings.get),
    }


@operation(
    "dream", tr("propose changes"), "nightstand dream --days 7", _dream_text,
    days=tr(
        "how many days to read, today included (default: the setting dreams.days, "
        "or else every day since the last dream)"
    ),
    until=tr(
        "the last day to read, YYYY-MM-DD (default: today); without --days, a dream "
        "reads the 30 days that end there"
    ),
    engine=who(tr("dreams")),
    force=tr("read unchanged days again, and offer rejected changes again"),
    ask=tr("print the question of a dream, to be copied into any AI chat; it holds your notes"),
    answer=tr("read the chat's answer from these files (- is standard input) and propose it"),
    propose=tr("only propose (the default)"),
    apply=tr("also write the changes that are accepted beforehand"),
    verbatim=tr("also write lines that no note supports; questions still wait"),
    if_due=tr("dream only if the schedule says that it is time, and write what it allows"),
)  # fmt: skip
async def _dream(
    call: Call, *, days: int | None = None, until: date | None = None,
    engine: EngineName | None = None, model: Model = None, force: bool = False,
    ask: _Then = False,
    answer: Annotated[list[str] | None, Takes(tr("FILE")), Group("then")] = None,
    propose: _Then = False, apply: _Then = False, verbatim: _Then = False, if_due: bool = False,
) -> Any:  # fmt: skip
    if if_due:
        return await dream_if_due(call, engine, model)
    if ask:
        return _ask(call, days, until, anew=force)
    if answer:
        return _answer(call, answer)
    days = days or call.settings.get("dreams.days") or None
    chosen, dreams = engine_for(call, engine, model), call.memory.dreams
    get = call.settings.get
    how: dict[str, Any] = {"engine": chosen, "limits": limits_of(get), "report": call.report}
    enabled = get("dreams.enabled")
    outcome = await dreams.dream(days, until=until, force=force, enabled=enabled, **how)
    proposal = outcome.proposal
    if proposal is not None and (apply or verbatim):
        applied = dreams.apply_unseen(proposal, verbatim=verbatim)
        if applied is not None:
            return _applied(call, applied)
    lost = dreams.lost(proposal) if proposal else ()
    told = answers.outcome_json(outcome, chosen, lost)
    return told | {"offers": await model_offered(call, chosen)}


@operation(
    "proposals", tr("show dreams that wait"), "nightstand proposals",
)  # fmt: skip
def _proposals(call: Call) -> Any:
    dreams, suspicious = call.memory.dreams, suspicious_lines(call.memory.poison.count())
    waiting = [answers.summary_json(one, dreams.lost(one)) for one in dreams.proposals()]
    nothing = [] if waiting else [tr("No dream waits for you.")]
    return ToldList(waiting, [*answers.proposals_text(waiting), *nothing, *suspicious])


@operation(
    "apply", tr("write what is accepted"), "nightstand apply --except 3", answers.applied_text,
    id_=_WHICH,
    only=tr("apply exactly these changes, such as 1,3"),
    kind=tr("apply all changes of these kinds that the notes support, such as added,updated"),
    also=tr("apply these and the accepted ones"),
    except_=tr("apply all accepted ones except these, which are rejected"),
    both=tr("for these questions, keep the old line beside the new one"),
)  # fmt: skip
def _apply(
    call: Call, id_: str | None = None, *, only: Numbers | None = None,
    kind: Annotated[frozenset[str] | None, changes] = None, also: Numbers | None = None,
    except_: Numbers | None = None, both: Numbers | None = None,
) -> Any:  # fmt: skip
    more: dict[str, Any] = {"also": also or (), "kinds": kind or ()}
    return _applied(call, call.memory.dreams.apply(id_, only, both or (), except_ or (), **more))


@operation(
    "discard", tr("discard a dream; MEMORY.md stays as it is"), "nightstand proposals --discard",
    tr("Discarded. MEMORY.md stays as it was, and the next dream reads these days again."),
    id_=_WHICH,
)  # fmt: skip
def _discard(call: Call, id_: str | None = None) -> Any:
    after = call.memory.dreams.discard(id_)
    return answers.proposal_json(after)


def _undone_text(answer: Answer) -> Iterator[str]:
    yield tr("Undone. Put back: {paths}").format(paths=", ".join(answer["restored"]))
    for one in answer["conflicts"]:
        stays = tr("Line {line} was edited since and stays: {text}")
        yield stays.format(line=one["line"], text=one["now"].strip())
    if answer["waits"]:
        yield tr("Its changes wait for you again: `nightstand proposals` lists them.")


@operation(
    "undo", tr("undo a dream"), "nightstand undo", _undone_text,
    id_=tr("which dream (default: the newest applied one)"),
)  # fmt: skip
def _undo(call: Call, id_: str | None = None) -> Any:
    """What was put back, and the lines that were left because they were edited since."""
    undone = call.memory.dreams.undo(id_)
    texts = {"now": "theirs", "before": "ours"}
    conflicts = [fields_of(one, "line", **texts) for one in undone.conflicts]
    return fields_of(undone, "id", "restored", "waits") | {"conflicts": conflicts}


# -- a dream by any chat: its question printed, its answer read -----------------------------------

_CHAT = Mind(CHAT)
_LONGEST = 4_000_000  # bytes of an answer


def _ask(call: Call, days: int | None, until: date | None, *, anew: bool) -> Answer:
    """The question of a second reading of what waits, or of a dream over the chosen days; what it
    means to copy it is said first."""
    _must_be_on(call)
    leaves = tr("It holds your notes: in a chat elsewhere they leave this computer.")
    back = tr("Give the answer back with: nightstand dream --answer FILE")
    print(leaves, back, sep="\n", file=sys.stderr, flush=True)
    get = call.settings.get
    chat = call.memory.dreams.mind(_CHAT, limits_of(get))
    again = None if days or until or anew else chat.ask_again()
    if again:
        print(again.told, tr("Ask about a dream anew with --force."), file=sys.stderr)
    days = days or get("dreams.days") or None
    question = again or chat.ask(days, until)
    texts, count = list(question.parts), len(question.parts)
    answer = {"outcome": "asked", **fields_of(question, "id", "parts", days_read="days")}
    if count > 1:
        heads = (tr("part {n} of {count}").format(n=n, count=count) for n in range(1, count + 1))
        texts = [f"===== {head} =====\n\n{part}" for head, part in zip(heads, texts, strict=True)]
        told = tr("{count} parts: ask them one after the other, and give back all answers at once.")
        texts.insert(0, told.format(count=count))
    return Told(answer, ["\n\n\n".join(texts)])


def _answer(call: Call, files: list[str]) -> Answer:
    """What a chat's answer comes to; it waits for the person."""
    from desktop_app.dreams.question import answer_json  # long to load, and seldom wanted

    texts = [_read(name) for name in files]
    _must_be_on(call)
    dreams = call.memory.dreams
    with written_by(at_terminal()):
        answered = dreams.mind(_CHAT, limits_of(call.settings.get)).answer(texts)
    told = answer_json(answered)
    more = {name: told[name] for name in ("left_out", "unknown")}
    proposal = answered.proposal
    if proposal is None:
        nothing = {"outcome": RunOutcome.NOTHING, "reason": told["told"]}
        return nothing | {"changes": [], "days_read": []} | more
    return answers.proposal_json(proposal, dreams.lost(proposal)) | more


def _answer_text(answer: Answer) -> Iterator[str]:
    """The proposal for people, and of which lines of the answer nothing is proposed."""
    yield answers.dream_text(answer)
    if answer["left_out"]:
        yield from ("", tr("These lines of the answer are not proposed:"))
        yield from (f"      {one['text']} ({one['why']})" for one in answer["left_out"])
    if answer["unknown"]:
        told = tr("The answer uses references that stand for no line: {marks}")
        yield from ("", told.format(marks=", ".join(answer["unknown"])))


def _must_be_on(call: Call) -> None:
    if not call.settings.get("dreams.enabled"):
        raise Problem(
            tr("Dreams are switched off in Settings."),
            tr("Switch them on with: nightstand settings dreams.enabled on"),
        )


def _read(name: str) -> str:
    if name == "-":
        return standard_input()
    try:
        return own_files.read(Path(name), _LONGEST).decode("utf-8", "replace")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise Problem(
            tr("{name} cannot be read: {why}.").format(name=name, why=why),
            tr("Save the chat's answer in a file, and name it."),
        ) from error
