"""Questions of the inbox as JSON documents, which scripts and agents depend on. Pure."""

from typing import Any

from desktop_app.dreams.inbox.book import NeverAsked
from desktop_app.dreams.inbox.item import KEYS, InboxAnswer, InboxItem, words_for


def item_json(item: InboxItem) -> dict[str, Any]:
    """One question."""
    return {
        "id": item.id,
        "kind": str(item.kind),
        "why": item.why,
        "text": item.text,
        "other": item.other,
        "sources": [
            {"path": one.path, "line": one.line, "quote": one.quote} for one in item.sources
        ],
        "answers": [
            {"answer": str(one), "key": KEYS[one], "words": words_for(one, item)}
            for one in item.answers
        ],
    }


def never_json(one: NeverAsked) -> dict[str, Any]:
    """What is never asked about."""
    return {"id": one.id, "texts": list(one.texts), "since": one.since.isoformat()}


def answer_of(said: str) -> InboxAnswer | None:
    """The answer that a key or a name means; None for any other word."""
    word = said.casefold()
    return next((one for one in InboxAnswer if word in (one, KEYS[one].casefold())), None)
