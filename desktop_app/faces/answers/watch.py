"""Answers about agents' conversations: what was found, and what a look at them did."""

from typing import TYPE_CHECKING, Any

from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.memory.watched import SourceLook, WatchedSource


def source_json(seen: "WatchedSource") -> dict[str, Any]:
    """A source; `here`: of this notebook's project, `guessed`: never tried on a file of its own."""
    source = seen.source
    return {
        "source": source.id,
        "agent": source.adapter.title,
        "folder": source.folder,
        "conversations": source.conversations,
        "here": seen.here,
        "followed": seen.followed,
        "days": seen.flush,
        "guessed": source.adapter.guessed,
        "last": {"said": seen.said, "at": seen.at} if seen.said else None,
    }


def look_json(look: "SourceLook") -> dict[str, Any]:
    """What one look read and did; `unknown` counts records that were passed over."""
    counts = look.counts
    return {
        "source": look.source.id,
        "agent": look.source.adapter.title,
        "turns": counts.turns,
        "tools": counts.tools,
        "unknown": counts.unknown,
        "steps": list(look.steps),
    }


def watch_text(answer: dict[str, Any]) -> str:
    """The same in sentences."""
    if "looks" in answer:
        return "\n".join(map(_look_text, answer["looks"]))
    if not answer["sources"]:
        return tr("No agent has left conversations on this computer.")
    return "\n".join(map(_source_text, answer["sources"]))


def _look_text(look: dict[str, Any]) -> str:
    read = counted("{count} turn read", "{count} turns read", look["turns"])
    if look["unknown"]:
        read += ", " + counted(
            "{count} unknown record passed over", "{count} unknown records passed over",
            look["unknown"],
        )  # fmt: skip
    return "\n".join([f"{look['agent']}: {read}.", *(f"  {step}" for step in look["steps"])])


def _source_text(source: dict[str, Any]) -> str:
    held = counted("{count} conversation", "{count} conversations", source["conversations"])
    state = tr("followed") if source["followed"] else tr("not followed")
    if source["followed"] and not source["days"]:
        state = tr("followed, not flushed")
    guessed = f" ({tr('guessed')})" if source["guessed"] else ""
    lines = [f"{source['source']}  {held}, {state}{guessed}"]
    if source["last"]:
        lines.append(f"  {source['last']['said']}")
    return "\n".join(lines)
