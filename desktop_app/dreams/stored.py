"""A proposal as the text that a database keeps, and back. Knows JSON, no database."""

import dataclasses
import json
from datetime import date, datetime
from typing import Any

from desktop_app.dreams.proposal import (
    AsideLine,
    Change,
    ChangeKind,
    Doubt,
    Proposal,
    ProposalState,
    Support,
    ToldSentence,
    Why,
)
from desktop_app.language.doubts import DoubtKind
from desktop_app.notebook.source import Source

_REASONS = frozenset(Why)  # earlier versions had others, too


def encoded(proposal: Proposal) -> str:
    """Its text in JSON."""
    return json.dumps(dataclasses.asdict(proposal), default=_plain)


def decoded(body: str) -> Proposal:
    """The proposal that `encoded` made a text of, also by an earlier version."""
    raw = json.loads(body)
    return Proposal(
        **{
            **_known(Proposal, raw),
            "made": datetime.fromisoformat(raw["made"]),
            "undone": datetime.fromisoformat(raw["undone"]) if raw["undone"] else None,
            "days_read": tuple(date.fromisoformat(day) for day in raw["days_read"]),
            "days_missing": tuple(date.fromisoformat(day) for day in raw["days_missing"]),
            "changes": tuple(_change(change) for change in raw["changes"]),
            "state": ProposalState(raw["state"]),
            "set_aside": {
                Why(why): count for why, count in raw["set_aside"].items() if why in _REASONS
            },
            "aside": tuple(
                AsideLine(**aside | {"why": Why(aside["why"])})
                for aside in raw.get("aside", ())
                if aside["why"] in _REASONS
            ),
            "carried": tuple(raw.get("carried", ())),
            "told": tuple(
                ToldSentence(**one | {"sources": _sources(one)}) for one in raw.get("told", ())
            ),
        }
    )


def _change(raw: dict[str, Any]) -> Change:
    return Change(
        **{
            **_known(Change, raw),
            "kind": ChangeKind(raw["kind"]),
            "old": tuple(raw["old"]),
            "verdict": Support(raw["verdict"]),
            "sources": _sources(raw),
            "doubts": tuple(_doubt(doubt) for doubt in raw.get("doubts", ())),
        }
    )


def _known(kind: type, raw: dict[str, Any]) -> dict[str, Any]:
    """What a dataclass has; earlier versions kept more."""
    names = {field.name for field in dataclasses.fields(kind)}
    return {name: value for name, value in raw.items() if name in names}


def _sources(raw: dict[str, Any]) -> tuple[Source, ...]:
    return tuple(Source(**source) for source in raw["sources"])


def _doubt(raw: dict[str, Any]) -> Doubt:
    return Doubt(
        **{
            **raw,
            "kind": DoubtKind(raw["kind"]),
            "words": tuple(raw["words"]),
            "span": tuple(raw["span"]),
            "nearest": Source(**raw["nearest"]) if raw["nearest"] else None,
        }
    )


def _plain(value: Any) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{value!r} has no place in a proposal")
