"""Answers about errors: the patterns that are known, and those that are like one."""

from typing import Any

from desktop_app.sessions.hindsight.pattern import met_in_words
from desktop_app.words import counted, tr

_STATES = {
    "proposed": tr("to be shared? --share {id}"),
    "shared": tr("shared"),
    "declined": tr("not shared"),
}
_BY = {
    "signature": tr("the same error"),
    "head": tr("the same error elsewhere"),
    "words": tr("in like words"),
    "meaning": tr("of like meaning"),
}


def hindsight_text(answer: dict[str, Any]) -> str:
    """The same for a person."""
    if "read" in answer:
        return tr("{errors} in {path}, {ended} of them ended there.").format(
            errors=counted("{count} error", "{count} errors", answer["met"]),
            path=answer["read"],
            ended=answer["ended"],
        )
    if "errors" in answer:
        nothing = (
            tr("Nothing like it was met before.")
            if answer["asked"]
            else tr(
                "No errors were met yet. They come from agents that are watched: nightstand watch."
            )
        )
        told = "\n".join(map(_pattern_text, answer["errors"])) or nothing
        return f"{told}\n{answer['away']}" if answer["away"] else told
    return _pattern_text(answer)


def _pattern_text(one: dict[str, Any]) -> str:
    notes = [met_in_words(one["times"]), one["last"][:10], _BY.get(one.get("by", ""), "")]
    shared_by = tr("shared by {who}").format(who=one["shared_by"])
    state = _STATES.get(one["state"], "").format(id=one["id"][:8])
    notes.append(shared_by if one["shared_by"] else state)
    lines = [f"{one['id'][:8]}  {one['error']}", f"          {', '.join(filter(None, notes))}"]
    if one["held"]:
        lines.append("          " + tr("What ended it is held back: it may be an order."))
    if one["resolution"]:
        told = " ".join(one["resolution"].split())
        lines.append("          " + tr("What ended it: {what}").format(what=told))
        lines += [f"          {_source_text(source)}" for source in one["sources"][:3]]
    return "\n".join(lines)


def _source_text(source: dict[str, Any]) -> str:
    did = ", ".join(source["steps"]) or tr("not ended")
    return f"{source['time'][:16].replace('T', ' ')}  {source['agent']} {source['session']}: {did}"
