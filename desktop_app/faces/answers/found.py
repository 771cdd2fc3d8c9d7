"""What a search found, as JSON and in words. Knows the contract of the doors, not the search."""

from typing import Any

from desktop_app.search.arms import Arm
from desktop_app.search.explaining import WhyFound
from desktop_app.search.hits import Hit
from desktop_app.search.index import Results
from desktop_app.words import counted, tr

_PLACES = (
    ("line", tr("in the line")),
    ("heading", tr("in its headings, date or name")),
    ("around", tr("in the lines around it")),
)


def results_json(results: Results) -> dict[str, Any]:
    """Hits, best first."""
    return {
        "hits": [_hit_json(hit) for hit in results.hits],
        "took_ms": round(results.took_ms, 2),
        "arms": list(results.arms),
        "behind": results.behind,
        "complete": results.complete,
        "note": results.note,
    }


def results_text(answer: dict[str, Any]) -> str:
    """Hits as `path:line: text`, of a file with more of them how many; and what is amiss."""
    late = answer["behind"]
    amiss = []
    if late:
        amiss.append(
            counted(
                "({count} file not read since a change)",
                "({count} files not read since a change)",
                late,
            )
        )
    if not answer["complete"]:
        amiss.append(tr("(There was no time to look at every line.)"))
    if answer["note"]:
        amiss.append(tr("(By words alone: {note})").format(note=answer["note"]))
    lines = [line for hit in answer["hits"] for line in _hit_text(hit)]
    return "\n".join([*(lines or [tr("Nothing found.")]), *amiss])


def _hit_json(hit: Hit) -> dict[str, Any]:
    answer = {
        "path": hit.path,
        "line": hit.line,
        "end_line": hit.end_line,
        "heading": hit.heading,
        "date": hit.date.isoformat() if hit.date else None,
        "text": hit.text,
        "score": round(hit.score, 4),
        "why": hit.why,
        "by": hit.by,
        "lines": hit.count,
    }
    return answer | {"explain": _told_json(hit.told)} if hit.told else answer


def _told_json(told: WhyFound) -> dict[str, Any]:
    """Which words stand where, and how well each arm found the line."""
    return {
        "words": {"line": [*told.own], "heading": [*told.head], "around": [*told.around]},
        "by_words": _arm_json(told.arms.words),
        "by_meaning": _arm_json(told.arms.meaning),
    }


def _arm_json(arm: Arm | None) -> dict[str, Any] | None:
    if arm is None:
        return None
    return {"rank": arm.rank, "score": round(arm.score, 4), "share": round(arm.share, 4)}


def _hit_text(hit: dict[str, Any]) -> list[str]:
    more = f" ({hit['lines']} lines)" if hit["lines"] > 1 else ""
    lines = [f"{hit['path']}:{hit['line']}: {' '.join(hit['text'].split())}{more}"]
    if told := hit.get("explain"):
        words = told["words"]
        places = [f"{said} {', '.join(words[key])}" for key, said in _PLACES if words[key]]
        lines.append(f"    found {'; '.join(places) or 'by ' + hit['why'].replace(':', '')}")
        arms = [_arm_text("words", told["by_words"]), _arm_text("meaning", told["by_meaning"])]
        lines.append(f"    score {hit['score']:.2f} = {' + '.join(filter(None, arms))}")
    return lines


def _arm_text(name: str, arm: dict[str, Any] | None) -> str:
    return f"{name} (no. {arm['rank']}) {arm['score']:.2f} x {arm['share']:.0%}" if arm else ""
