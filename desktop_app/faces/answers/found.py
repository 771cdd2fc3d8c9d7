"""The hits of a search, as JSON and in words. Knows hits, not how they were found."""

from typing import TYPE_CHECKING, Any

from desktop_app.search.arms import Arm
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.search.explaining import WhyFound
    from desktop_app.search.hits import Hit
    from desktop_app.search.index import Results

_PLACES = (
    ("line", tr("in the line")),
    ("heading", tr("in its headings, date or name")),
    ("around", tr("in the lines around it")),
)


def results_json(results: "Results") -> dict[str, Any]:
    """Hits, best first."""
    return {
        "hits": [_hit_json(hit) for hit in results.hits],
        "took_ms": round(results.took_ms, 2),
        "arms": list(results.arms),
        "behind": results.behind,
        "complete": results.complete,
        "note": results.note,
        "skipped": results.skipped,
        "hint": results.hint,
    }


def results_text(answer: dict[str, Any]) -> str:
    """Hits as `path:line: text`, each with the number of lines found in its file, and warnings."""
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
    if answer["hint"]:
        amiss.append(f"({answer['hint']})")
    if answer["skipped"]:
        amiss.append(f"({answer['skipped']})")
    lines = [line for hit in answer["hits"] for line in _hit_text(hit)]
    return "\n".join([*(lines or [tr("Nothing found.")]), *amiss])


def _hit_json(hit: "Hit") -> dict[str, Any]:
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
    return answer | {"explain": _why_json(hit.explained)} if hit.explained else answer


def _why_json(why: "WhyFound") -> dict[str, Any]:
    """The words found in each part of the line, and the score of each arm."""
    return {
        "words": {"line": [*why.own], "heading": [*why.head], "around": [*why.around]},
        "by_words": _arm_json(why.arms.words),
        "by_meaning": _arm_json(why.arms.meaning),
    }


def _arm_json(arm: Arm | None) -> dict[str, Any] | None:
    if arm is None:
        return None
    return {"rank": arm.rank, "score": round(arm.score, 4), "share": round(arm.share, 4)}


def _hit_text(hit: dict[str, Any]) -> list[str]:
    more = tr(" ({lines} lines)").format(lines=hit["lines"]) if hit["lines"] > 1 else ""
    lines = [f"{hit['path']}:{hit['line']}: {' '.join(hit['text'].split())}{more}"]
    if why := hit.get("explain"):
        words = why["words"]
        places = [f"{place} {', '.join(words[key])}" for key, place in _PLACES if words[key]]
        by = tr("by {reason}").format(reason=hit["why"].replace(":", ""))
        lines.append("    " + tr("found {places}").format(places="; ".join(places) or by))
        arms = _arm_text(tr("words"), why["by_words"]), _arm_text(tr("meaning"), why["by_meaning"])
        sum_ = " + ".join(filter(None, arms))
        lines.append("    " + tr("score {score:.2f} = {sum}").format(score=hit["score"], sum=sum_))
    return lines


def _arm_text(name: str, arm: dict[str, Any] | None) -> str:
    if arm is None:
        return ""
    return tr("{name} (no. {rank}) {score:.2f} x {share:.0%}").format(
        name=name, rank=arm["rank"], score=arm["score"], share=arm["share"]
    )
