"""The state of the vectors, as JSON and in words. Knows their status, not who asks."""

from typing import TYPE_CHECKING, Any

from desktop_app.search.meaning.embedder import EmbedderKind
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.search.meaning.meaning import MeaningStatus


def meaning_json(status: "MeaningStatus") -> dict[str, Any]:
    """The state of the vectors, as a part of the answer about the index."""
    counters = status.counters
    return {
        "embedder": None if status.embedder == EmbedderKind.OFF else status.embedder,
        "serving": status.serving or None,
        "read": status.done,
        "to_read": status.lines,
        "refused": status.refused,
        "share": status.share,
        "nearest": status.by or None,
        "trouble": status.trouble or None,
        "cache": {"exact": counters.exact, "near": counters.near, "miss": counters.miss},
        "questions": {"asked": counters.asked, "asked_before": counters.asked_before},
    }


def meaning_text(index: dict[str, Any]) -> str:
    """The same in a sentence."""
    if index["embedder"] is None:
        return tr("off; search goes by words")
    cache = index["cache"]
    sentence = tr(
        "{read} of {to_read} lines read by {embedder}, {share:.0%} of a score; "
        "vectors: {exact} had, {near} borrowed, {miss} made"
    ).format(
        read=index["read"],
        to_read=index["to_read"],
        embedder=index["embedder"],
        share=index["share"],
        exact=cache["exact"],
        near=cache["near"],
        miss=cache["miss"],
    )
    if index["refused"]:
        sentence += tr("; {refused} that it can't read are found by words alone").format(
            refused=index["refused"]
        )
    if index["serving"] != index["embedder"]:
        sentence += tr("; until all are read search goes by {serving}").format(
            serving=index["serving"] or tr("words alone")
        )
    return sentence + (f". {index['trouble']}" if index["trouble"] else "")
