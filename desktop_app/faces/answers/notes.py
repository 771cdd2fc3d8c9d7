"""What is told of a notebook, and of a sentence that was checked."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from desktop_app.dreams.proposal import Source
from desktop_app.errors import Problem
from desktop_app.faces.answers import moment
from desktop_app.faces.answers.meaning import meaning_json, meaning_text
from desktop_app.memory.status import Status
from desktop_app.notebook.length import Limits, told
from desktop_app.sizes import size

if TYPE_CHECKING:  # long to load, and seldom wanted
    from desktop_app.dreams.grounding import Verdict


def status_json(status: Status, limits: Limits, address: Problem | None = None) -> dict[str, Any]:
    """What is here; `limits` are what agents read of MEMORY.md, `address` is why models are not
    asked where the person's settings say."""
    return {
        "notebook": status.notebook,
        "id": status.id,
        "layout": status.layout,
        "bullets": None if status.unread else status.bullets,
        "memory": {
            "lines": status.length.lines,
            "characters": status.length.characters,
            "limits": asdict(limits),
            "over": limits.passed(status.length) or None,
            "told": status.unread or told(status.length, limits),
        },
        "days": status.days,
        "dreams": status.dreams,
        "sessions": status.sessions,
        "engine": status.engine,
        "model": status.model,
        "trouble": str(address) if address else None,
        "index": {
            "files": status.index.files,
            "chunks": status.index.chunks,
            "behind": status.index.behind,
            "told": status.freshness.told,
            **meaning_json(status.meaning),
        },
        "history": status.history,
        "last_dream": moment(status.last_dream),
        "next_dream": None,
        "pending": list(status.pending),
    }


def verdict_json(verdict: "Verdict") -> dict[str, Any]:
    """How far a sentence is supported, and what of it is not."""
    return {
        "verdict": verdict.verdict,
        "reasons": [
            {
                "kind": doubt.kind,
                "words": list(doubt.words),
                "message": doubt.message,
                "nearest": _nearest_json(doubt.nearest),
            }
            for doubt in verdict.doubts
        ],
    }


def verdict_text(answer: dict[str, Any]) -> str:
    """A verdict for people, with a line for each reason and the line that comes nearest."""
    lines = [answer["verdict"].capitalize() + "."]
    for reason in answer["reasons"]:
        lines.append(f"  {reason['message']}")
        if nearest := reason["nearest"]:
            lines.append(f"    {nearest['path']}:{nearest['line']}  “{nearest['text']}”")
    return "\n".join(lines)


def _nearest_json(nearest: Source | None) -> dict[str, Any] | None:
    if nearest is None:
        return None
    return {"path": nearest.path, "line": nearest.line, "text": nearest.quote}


def _engine(answer: dict[str, Any]) -> str:
    if answer["engine"] == "builtin":
        return "the built-in one"
    return str(answer["model"] or "the only model of Ollama")


def status_text(answer: dict[str, Any]) -> str:
    """A few lines on the notebook."""
    last = answer["last_dream"] or "none yet"
    return (
        f"Notebook  {answer['notebook']}\n"
        f"Layout    {answer['layout']}\n"
        f"Holds     {_counted(answer['bullets'])} bullets, {answer['days']} days, "
        f"{answer['dreams']} diary entries\n"
        f"Memory    {answer['memory']['told']}\n"
        f"Index     {answer['index']['files']} files, {answer['index']['chunks']} lines, "
        f"{answer['index']['told']}\n"
        f"Meaning   {meaning_text(answer['index'])}\n"
        f"History   {size(answer['history'])}\n"
        f"Dreams    last: {last}; waiting: {', '.join(answer['pending']) or 'none'}\n"
        f"Engine    {_engine(answer)}"
        f"{'. ' + answer['trouble'] if answer['trouble'] else ''}"
    )


def _counted(count: int | None) -> str:
    return "unknown" if count is None else str(count)
