"""Operations on agents' errors, and on what their conversations taught."""

from collections.abc import Iterator
from typing import Annotated, Any

from desktop_app.errors import Missing
from desktop_app.faces.operations.table import (
    Answer,
    Call,
    Count,
    Group,
    Takes,
    Told,
    fields_of,
    operation,
)
from desktop_app.faces.terminal import standard_input
from desktop_app.sessions.hindsight.pattern import met_in_words
from desktop_app.words import counted, tr

_Id = Annotated[str | None, Takes("ID"), Group("decide")]

# -- errors -----------------------------------------------------------------------------------

_STATES = {
    "proposed": tr("to be shared? --share {id}"),
    "shared": tr("shared"),
    "declined": tr("not shared"),
}
_BY = {
    "signature": tr("the same error"),
    "head": tr("the same error elsewhere"),
    "words": tr("in like words"),
}


def _hindsight_text(answer: Answer) -> Iterator[str]:
    none = tr("No errors are known yet. They come from agents that you follow: nightstand watch")
    nothing = tr("No error like it is known.") if answer["asked"] else none
    yield from map(_pattern_text, answer["errors"]) if answer["errors"] else [nothing]


def _pattern_text(one: Answer) -> str:
    state = _STATES.get(one["state"], "").format(id=one["id"][:8])
    notes = [met_in_words(one["times"]), one["last"][:10], _BY.get(one.get("by", ""), ""), state]
    lines = [f"{one['id'][:8]}  {one['error']}", ", ".join(filter(None, notes))]
    if one["held"]:
        lines.append(tr("What fixed it is held back: it may be an order to a model."))
    if one["resolution"]:
        told = " ".join(one["resolution"].split())
        lines.append(tr("What fixed it: {what}").format(what=told))
        for source in one["sources"][:3]:
            did = ", ".join(source["steps"]) or tr("not fixed")
            when = source["time"][:16].replace("T", " ")
            lines.append(f"{when}  {source['agent']} {source['session']}: {did}")
    return "\n          ".join(lines)


@operation(
    "hindsight", tr("tell what fixed an error"),
    'nightstand hindsight "TypeError: cannot read properties of undefined"', _hindsight_text,
    error=tr("the error, or some words of it; - reads standard input; without it, list all"),
    limit=tr("how many errors at most"),
    share=tr("propose a procedure of what fixes this error, or of the words that follow"),
    decline=tr("do not share it"),
    forget=tr("forget it for good"),
    read=tr("read the errors in an agent's transcript, and what fixed them"),
)  # fmt: skip
def _hindsight(
    call: Call, error: list[str] | None = None, *, limit: Count = 10, share: _Id = None,
    decline: _Id = None, forget: _Id = None,
    read: Annotated[str | None, Takes("FILE"), Group("decide")] = None,
) -> Any:  # fmt: skip
    from desktop_app.sessions.hindsight.pattern import found_json, pattern_json  # long to load

    hindsight, words = call.memory.hindsight, " ".join(error or ())
    if read is not None:
        met, ended = hindsight.read(read)
        errors = counted("{count} error", "{count} errors", met)
        told = tr("{errors} in {path}, {ended} of them fixed there.")
        answer = {"read": read, "met": met, "ended": ended}
        return Told(answer, told, errors=errors, path=read, ended=ended)
    if share is not None:
        pattern, path = hindsight.share(share, words)
        answer = pattern_json(pattern)
        proposed = [tr("Proposed: {path}").format(path=path)] if path else []
        return Told(answer, [_pattern_text(answer), *proposed])
    if key := decline or forget:
        answer = pattern_json(hindsight.decline(key) if decline else hindsight.forget(key))
        return Told(answer, _pattern_text(answer))
    asked = (standard_input() if words == "-" else words).strip()
    if asked:
        found = [found_json(one) for one in hindsight.find(asked, limit)]
    else:  # the last one that was met first
        found = [pattern_json(one) for one in hindsight.patterns()[:limit]]
    return {"asked": asked, "errors": found}


# -- conversations, and what they taught ------------------------------------------------------


def _trajectory_text(answer: Answer) -> Iterator[str]:
    from desktop_app.sessions.hindsight.trajectory import EVENT_WORDS  # long to load

    for one in answer.get("sessions", ()):
        events = counted("{count} event", "{count} events", one["events"])
        yield f"{one['session']}  {events}  {one['goal'][:80]}".rstrip()
    if "sessions" in answer:
        return
    if not answer["summary"]:
        yield tr("Nothing in it mattered much.")
    for one in answer["events"]:
        mark, kind = "*" if one["significant"] else " ", EVENT_WORDS.get(one["kind"])
        why = ", ".join(f"{part['reason']} {part['weight']:.1f}" for part in one["why"])
        told = f"{mark} {one['impact']:.2f}  {kind}: {one['text']}  ({why})"
        yield told if kind else one["text"]
    yield from (tr("Proposed: {path}").format(path=path) for path in answer["proposed"])
    if answer["asked"] and not answer["proposed"]:
        yield tr("It taught nothing new to propose.")


@operation(
    "trajectory", tr("say what mattered in agents' conversations, and why"),
    "nightstand hindsight --sessions", _trajectory_text,
    nothing=tr("No agent's conversation is known yet."),
    session=tr("the agent's own id of one; without it, list all"),
    propose=tr("propose what it taught as procedures, for a review"),
)  # fmt: skip
def _trajectory(call: Call, session: str | None = None, *, propose: bool = False) -> Any:
    """A star stands beside the events that were significant."""
    hindsight = call.memory.hindsight
    threshold = call.settings.get("sessions.impact") / 100
    if not session:
        summed = [(one, hindsight.sum_up(one, threshold)) for one in hindsight.books.sessions()]
        told = [
            {"session": name, "goal": one.goal, "events": len(one.events)}
            | {"learnings": len(one.learnings)}
            for name, one in summed
            if one and one.events
        ]
        return {"sessions": told}
    events = hindsight.books.events(session)
    if not events:
        raise Missing(
            tr("No conversation “{name}” is known.").format(name=session[:80]),
            tr("`nightstand hindsight --sessions` lists them."),
        )
    summary, proposed = hindsight.sum_up(session, threshold), list[str]()
    if propose:
        summary, proposed = hindsight.end(session, threshold)
    every = [
        fields_of(event, "kind", "time", "impact", text="words")
        | {"significant": event.impact > threshold}
        | {"why": [{"weight": event.impact, "reason": event.why}] if event.why else []}
        for event in events
    ]
    answer = {"session": session, "events": every, "proposed": proposed, "asked": propose}
    words, learnings = (summary.in_words, len(summary.learnings)) if summary else ("", 0)
    return answer | {"summary": words, "learnings": learnings}


def _procedures_text(answer: Answer) -> Iterator[str]:
    for one in answer["procedures"]:
        sources = counted("{count} source", "{count} sources", one["times"])
        skill = f"  ({tr('often used')})" if one["recurs"] else ""
        yield f"{one['name']}  {sources}{skill}"


@operation(
    "procedures", tr("list procedures"), "nightstand procedures", _procedures_text,
    nothing=tr("There are no procedures yet. They come from agents' conversations."),
    name=tr("print this one as a SKILL.md"),
)  # fmt: skip
def _procedures(call: Call, name: str | None = None) -> Any:
    hindsight = call.memory.hindsight
    if name:
        skill = hindsight.skill(name)
        return Told({"name": name, "skill": skill}, skill.removesuffix("\n"))
    listed = (fields_of(one, "name", "path", "title", "times", "recurs")
              for one in hindsight.procedures())  # fmt: skip
    return {"procedures": list(listed)}
