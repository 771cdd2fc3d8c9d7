"""Answers about dreams: their proposals, and how they were applied, dismissed and undone."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from desktop_app.dreams.begun import without_model
from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.ledger import STATES, dreamer_in_words
from desktop_app.dreams.left import not_read
from desktop_app.dreams.loss import sentence
from desktop_app.dreams.model.asking.progress import about
from desktop_app.dreams.proposal import (
    KIND_WORDS,
    Change,
    ChangeKind,
    Proposal,
    ProposalState,
    RunOutcome,
    Support,
    Why,
)
from desktop_app.faces.operations.table import fields_of, moment
from desktop_app.notebook.git_conflict import words as conflict_words
from desktop_app.notebook.source import Source
from desktop_app.words import counted, together, tr

if TYPE_CHECKING:
    from desktop_app.dreams.apply import Applied, Undone
    from desktop_app.dreams.begun import Outcome
    from desktop_app.dreams.engines import Engine
    from desktop_app.dreams.expecting import Expected
    from desktop_app.dreams.left import LeftLine

TURN_ON = tr("Switch automatic dreams on: nightstand settings dreams.schedule daily")

_SIGNS = {
    ChangeKind.ADDED: "+", ChangeKind.UPDATED: "~", ChangeKind.MERGED: "&",
    ChangeKind.GENERALISED: "&", ChangeKind.SHORTENED: "<", ChangeKind.SPLIT: "/",
    ChangeKind.RETIRED: "-", ChangeKind.REMOVED: "-", ChangeKind.MOVED: ">",
    ChangeKind.RETITLED: "#", ChangeKind.QUESTION: "?",
}  # fmt: skip
_MOST_LINES = 8  # of a section that moves as a whole
_MOST_SECRETS = 10  # lines that are named, of those that look like secrets


def proposal_json(
    proposal: Proposal, secrets: "Sequence[LeftLine]" = (), lost: Sequence[str] = ()
) -> dict[str, Any]:
    """A dream as JSON; `secrets` are lines that look like secrets and stay in the days, `lost`
    facts that memory would say nowhere any more.
    """
    return {
        "outcome": RunOutcome.DONE,
        "reason": None,
        **fields_of(proposal, "id", "engine", "model"),
        "days_read": [day.isoformat() for day in proposal.days_read],
        "older_days": proposal.older,
        **fields_of(proposal, "state", "diary", "seconds", "tokens", "title", "prose"),
        "told": [{"text": one.text, "sources": _places(one.sources)} for one in proposal.told],
        "unsaid": proposal.unsaid,
        "set_aside": proposal.set_aside,
        "conflicts": [
            {"path": one.path, "line": one.line}
            for one in proposal.aside
            if one.why == Why.CONFLICT
        ],
        "secrets": [
            {**fields_of(one, "path", "line", "text"), "what": one.secret or None}
            for one in secrets
        ],
        "carried": list(proposal.carried),
        "lost": list(lost),
        "caution": proposal.caution or None,
        "changes": [change_json(change) for change in proposal.changes],
    }


def outcome_json(
    outcome: "Outcome",
    engine: "Engine",
    secrets: "Sequence[LeftLine]" = (),
    lost: Sequence[str] = (),
) -> dict[str, Any]:
    """How a dream ended, even if it found nothing or failed; `engine` is the chosen one."""
    fell_back = {"fell_back": outcome.fell_back or None}
    if outcome.proposal:
        return proposal_json(outcome.proposal, secrets, lost) | fell_back
    answer: dict[str, Any] = {
        "outcome": outcome.kind,
        **fields_of(outcome, "reason", "id", "waiting"),
        "engine": EngineName.OLLAMA if engine.asks else EngineName.BUILTIN,
        "model": engine.model or None if engine.asks else None,
        "days_read": [],
        "state": None,
        "diary": None,
        "seconds": None,
        "tokens": None,
        "changes": [],
        "newest": outcome.newest.isoformat() if outcome.newest else None,
        **fell_back,
    }
    if outcome.problem:
        answer |= {"problem": outcome.problem.message, "hint": outcome.problem.hint}
    return answer


def nothing_json(reason: str) -> dict[str, Any]:
    """A dream by a chat or an agent that proposes nothing."""
    return {"outcome": RunOutcome.NOTHING, "reason": reason, "changes": [], "days_read": []}


def expected_json(expected: "Expected") -> dict[str, Any]:
    """What a dream would take; `seconds` go from about the shortest to about the longest."""
    return {
        "outcome": "expected",
        "model": expected.model,
        "reason": expected.reason or None,
        **fields_of(expected, "days", "parts", "tokens"),
        "seconds": list(expected.seconds) if expected.seconds else None,
    }


def _expected_text(answer: dict[str, Any]) -> str:
    days = counted("{count} day", "{count} days", answer["days"])
    if answer["model"] is None:
        told = tr("A dream without a model would read {days}, which takes seconds.").format(
            days=days
        )
        return f"{answer['reason']} {told}"
    calls = counted("{count} call", "{count} calls", answer["parts"])
    told = tr("{model} would read {days} in {calls}, with about {tokens:,} tokens.").format(
        model=answer["model"], days=days, calls=calls, tokens=answer["tokens"]
    )
    if answer["reason"]:
        told = f"{told} {tr('{sentence}.').format(sentence=answer['reason'])}"
    if answer["seconds"] is None:
        return f"{told} {tr('How fast it is here is known once it has read a part of them.')}"
    shortest, longest = (about(seconds) for seconds in answer["seconds"])
    return f"{told} {tr('It takes {shortest} to {longest}.')}".format(
        shortest=shortest, longest=longest
    )


def summary_json(proposal: Proposal, lost: Sequence[str] = ()) -> dict[str, Any]:
    """A waiting proposal in numbers, and its changes."""
    return {
        **fields_of(proposal, "id", "engine", "model"),
        "made": moment(proposal.made),
        "changes": len(proposal.changes),
        "accepted": sum(change.accepted for change in proposal.changes),
        "held_back": sum(change.verdict != Support.SUPPORTED for change in proposal.changes),
        "questions": sum(change.kind == ChangeKind.QUESTION for change in proposal.changes),
        "lost": list(lost),
        "caution": proposal.caution or None,
        "shown": [change_json(change) for change in proposal.changes],
    }


def applied_json(applied: "Applied", secrets: "Sequence[LeftLine]" = ()) -> dict[str, Any]:
    """An applied dream: the numbers that found no line any more are `left`, so many changes that
    nobody has decided on wait in the proposal `waiting`."""
    waiting = applied.waiting
    return proposal_json(applied.proposal, secrets) | {
        "changes": [change_json(change) for change in applied.changes],
        "left": [change.n for change in applied.unwritten],
        "undecided": applied.undecided,
        "waiting": waiting.id if waiting else None,
    }


def undone_json(undone: "Undone") -> dict[str, Any]:
    """What an undo put back, and the lines it left because they were edited since."""
    return {
        "id": undone.id,
        "restored": list(undone.restored),
        "conflicts": [
            {"line": overlap.line, "now": _words(overlap.theirs), "before": _words(overlap.ours)}
            for overlap in undone.conflicts
        ],
    }


def dream_text(answer: dict[str, Any]) -> str:
    """A dream for people: its changes, their sources, and the next command.

    One that began by itself gets one line, since a log keeps it.
    """
    if answer["outcome"] == "expected":
        return _expected_text(answer)
    if "due" in answer:
        more = tr("Look at them: nightstand proposals") if answer["waiting_changes"] else ""
        return "\n".join(filter(None, (answer["told"], more)))
    if answer["outcome"] != RunOutcome.DONE:
        waiting = answer.get("waiting")
        more = (
            tr("\nTo apply what waits: nightstand apply {waiting}").format(waiting=waiting)
            if waiting
            else ""
        )
        if newest := answer.get("newest"):
            more += tr("\nDream from there: nightstand dream --until {newest}").format(
                newest=newest
            )
        return together(without_model(answer.get("fell_back") or ""), f"{answer['reason']}{more}")
    lines = [answer["title"], ""]
    if answer["prose"]:
        lines += [answer["prose"], ""]
    lines += unsaid_text(answer["unsaid"])
    lines += _changes_text(answer["changes"])
    lines += filter(None, [sentence(answer["lost"])])
    lines += filter(None, [answer["caution"]])
    accepted = sum(change["accepted"] for change in answer["changes"])
    spent = ""
    if answer["tokens"]:
        spent = tr(" ({tokens:,} tokens, {seconds:.0f} s)").format(
            tokens=answer["tokens"], seconds=answer["seconds"]
        )
    lines += [conflict_words(one["path"], one["line"]) for one in answer["conflicts"]]
    lines += filter(None, [without_model(answer.get("fell_back") or "")])
    lines += _secrets_text(answer["secrets"])
    lines += [
        "",
        tr(
            "{changes}, {accepted} accepted; {days} read by {dreamer}{spent}. "
            "{carried}This dream is {state}."
        ).format(
            changes=counted("{count} change", "{count} changes", len(answer["changes"])),
            accepted=accepted,
            days=counted("{count} day", "{count} days", len(answer["days_read"])),
            dreamer=dreamer_in_words(answer["engine"], answer["model"]),
            spent=spent,
            carried=_carried(len(answer["carried"])),
            state=STATES[answer["state"]],
        ),
    ]
    lines += filter(None, [not_read(answer["older_days"])])
    if answer["state"] == ProposalState.PENDING:
        some = answer["id"] if accepted else f"--only {answer['changes'][0]['n']}"
        lines.append(tr("Nothing is written yet. Next: nightstand apply {id}").format(id=some))
    if answer["state"] == ProposalState.APPLIED:
        lines.append(
            tr("MEMORY.md and {diary} are written. Take it back: nightstand undo").format(
                diary=answer["diary"]
            )
        )
        lines += _undecided_text(answer.get("undecided", 0))
        if answer.get("offers_schedule"):
            lines.append(TURN_ON)
    return "\n".join(lines)


def _undecided_text(count: int) -> list[str]:
    text = counted(
        "{count} stays undecided. Look at it: nightstand proposals",
        "{count} stay undecided. Look at them: nightstand proposals",
        count,
    )
    return [text] if count else []


def _secrets_text(secrets: list[dict[str, Any]]) -> list[str]:
    """The lines that stay in the days because they look like secrets; the secrets are hidden."""
    if not secrets:
        return []
    lines = ["", tr("Left in the days, since they look like secrets:")]
    for one in secrets[:_MOST_SECRETS]:
        kind = f"{one['what']}: " if one["what"] else ""
        lines.append(f"      {one['path']}:{one['line']}  {kind}{one['text']}")
    more = len(secrets) - _MOST_SECRETS
    return [*lines, "      " + tr("and {more} more").format(more=more)] if more > 0 else lines


def unsaid_text(count: int) -> list[str]:
    """How many of a model's sentences were left out, and an empty line; nothing for none."""
    text = counted(
        "{count} sentence was left out: no line says it.",
        "{count} sentences were left out: no line says them.",
        count,
    )
    return [text, ""] if count else []


def _carried(count: int) -> str:
    text = counted("{count} was waiting already.", "{count} were waiting already.", count)
    return f"{text} " if count else ""


def proposals_text(answers: list[dict[str, Any]]) -> str:
    """Waiting proposals, each with its changes below it."""
    if not answers:
        return tr("No dream waits for you.")
    lines = []
    for answer in answers:
        lines.append(
            tr(
                "{id}  by {dreamer}: {changes}, {accepted} accepted, {held_back} held back, "
                "{questions}"
            ).format(
                id=answer["id"],
                dreamer=dreamer_in_words(answer["engine"], answer["model"]),
                changes=counted("{count} change", "{count} changes", answer["changes"]),
                accepted=answer["accepted"],
                held_back=answer["held_back"],
                questions=counted("1 question", "{count} questions", answer["questions"]),
            )
        )
        lines += _changes_text(answer["shown"])
        lines += filter(None, [sentence(answer["lost"])])
        lines += filter(None, [answer["caution"]])
    return "\n".join(lines)


def dismissed_text(answer: dict[str, Any]) -> str:
    """What happened to a discarded dream, or to its dismissed questions."""
    if answer["state"] == ProposalState.DISCARDED:
        return tr("Discarded. MEMORY.md stays as it was.")
    return counted(
        "{count} question is dismissed, and not asked again until a line changes. "
        "The dream still waits.",
        "{count} questions are dismissed, and not asked again until a line changes. "
        "The dream still waits.",
        len(answer["dismissed"]),
    )


def undone_text(answer: dict[str, Any]) -> str:
    """An undo for people."""
    lines = [tr("Undone. Put back: {paths}").format(paths=", ".join(answer["restored"]))]
    lines += [
        tr("Line {line} was edited since and stays: {text}").format(
            line=conflict["line"], text=conflict["now"].strip()
        )
        for conflict in answer["conflicts"]
    ]
    lines.append(tr("Its changes wait for you again: `nightstand proposals` lists them."))
    return "\n".join(lines)


def _places(sources: Sequence[Source]) -> list[dict[str, Any]]:
    return [{**fields_of(one, "path", "line", "quote")} for one in sources]


def change_json(change: Change) -> dict[str, Any]:
    """A change with its verdict, its reason and its sources."""
    return {
        **fields_of(change, "n", "kind", "heading", "line"),
        "old": list(change.old),
        "new": change.new,
        "sources": _places(change.sources),
        **fields_of(change, "verdict", "accepted", "decided", "reason"),
        "card": change.card or None,
        **({"to": change.to} if change.to else {}),
        **({"by": change.by} if change.by else {}),
        **({"undone": True} if change.undone else {}),
    }


def _changes_text(changes: Sequence[dict[str, Any]]) -> list[str]:
    """Changes for people, the lines of a card below its title."""
    lines: list[str] = []
    card = None
    for change in changes:
        if change["card"] and change["card"] != card:
            lines += ["", change["card"]] if lines else [change["card"]]
        lines += [""] if card and not change["card"] else []
        card = change["card"]
        lines += change_text(change)
    return lines


def change_text(change: dict[str, Any]) -> list[str]:
    """A change for people, line by line."""
    tick = tr("accepted") if change["accepted"] else tr("not accepted")
    sign = _SIGNS[change["kind"]]
    there = "to" in change or change["kind"] == ChangeKind.MOVED
    where = tr("to {place}") if there else tr("in {place}")
    where = where.format(place=change.get("to") or change["heading"] or "MEMORY.md")
    lines = [
        f"{change['n']:>3} {sign} {KIND_WORDS[change['kind']]} {where} ({tick}: {change['reason']})"
    ]
    lines += [f"      - {old}" for old in change["old"][:_MOST_LINES]]
    if (more := len(change["old"]) - _MOST_LINES) > 0:
        lines.append("      " + tr("and {more} more").format(more=more))
    parts = change["kind"] == ChangeKind.SPLIT
    news = (change["new"] or "").split("\n") if parts else [change["new"] or ""]
    lines += [f"      + {new}" for new in news if new]
    for source in change["sources"]:
        quote = f"  “{source['quote']}”" if source["quote"] != change["new"] else ""
        lines.append(f"        {source['path']}:{source['line']}{quote}")
    if "by" in change:
        lines.append(
            f"        {tr('proposed by {engine}').format(engine=dreamer_in_words(change['by']))}"
        )
    return lines


def _words(data: bytes) -> str:
    return data.decode("utf-8", "replace")
