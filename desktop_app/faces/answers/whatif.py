"""Answers about two engines side by side: as JSON, and as text for people."""

from collections import Counter
from typing import Any

from desktop_app.dreams.proposal import Proposal
from desktop_app.dreams.whatif.comparing import WhatIf, WhatIfSide
from desktop_app.dreams.whatif.pairing import ChangePair, PairKind, PairSide
from desktop_app.dreams.whatif.picking import Pick
from desktop_app.faces.answers import dreams
from desktop_app.words import counted, tr

WHAT_IF = "what-if"
_KINDS = {
    PairKind.EQUAL: tr("Both say the same"),
    PairKind.SIMILAR: tr("Both speak of the same; take one"),
    PairKind.LEFT: tr("Only the left engine"),
    PairKind.RIGHT: tr("Only the right engine"),
}


def whatif_json(whatif: WhatIf, taken: Proposal | None = None) -> dict[str, Any]:
    """A comparison as JSON; `taken` is the proposal that was made of it."""
    return {
        "outcome": WHAT_IF,
        "days_read": [day.isoformat() for day in whatif.material.dates],
        "left": _side_json(whatif.left),
        "right": _side_json(whatif.right),
        "pairs": [_pair_json(pair) for pair in whatif.pairs],
        "taken": dreams.proposal_json(taken) if taken else None,
    }


def _side_json(side: WhatIfSide) -> dict[str, Any]:
    proposal = side.proposal
    return {
        "engine": side.name,
        "changes": len(side.changes),
        "kinds": dict(Counter(str(one.kind) for one in side.changes)),
        "held_back": side.held_back,
        "recall": dreams.recall_json(proposal.recall) if proposal else None,
        "seconds": side.seconds,
        "tokens": proposal.tokens if proposal else None,
        "problem": side.problem.message if side.problem else None,
        "hint": side.problem.hint if side.problem else None,
    }


def _pair_json(pair: ChangePair) -> dict[str, Any]:
    sides = {str(side): pair.side(side) for side in PairSide}
    return {"kind": pair.kind} | {
        side: dreams.change_json(one) if one else None for side, one in sides.items()
    }


def whatif_text(answer: dict[str, Any]) -> str:
    """A comparison for people: both engines in numbers, each pair, and what to do next."""
    lines = [_side_text(answer[side], side) for side in PairSide]
    for pair in answer["pairs"]:
        lines += ["", f"{_KINDS[pair['kind']]}:", *_pair_text(pair)]
    if answer["taken"]:
        return "\n".join([*lines, "", dreams.dream_text(answer["taken"])])
    if not answer["pairs"]:
        return "\n".join([*lines, "", tr("Neither of them proposes anything.")])
    return "\n".join(
        [
            *lines,
            "",
            tr("Nothing is written, and no day counts as dreamt. Take changes with --take."),
        ]
    )


def _side_text(side: dict[str, Any], which: PairSide) -> str:
    """L  qwen3:8b: 12 changes (8 added, 4 updated), 2 held back; 48 of 50 questions ..."""
    lead = f"{which[0].upper()}  {dreams.engine_word(side['engine'])}: "
    if side["problem"]:
        return f"{lead}{side['problem']} {side['hint']}".rstrip()
    kinds = ", ".join(f"{count} {dreams.KINDS[kind]}" for kind, count in side["kinds"].items())
    parts = [counted("{count} change", "{count} changes", side["changes"])]
    if kinds:
        parts[0] += f" ({kinds})"
    parts.append(tr("{count} held back").format(count=side["held_back"]))
    if side["recall"] and side["recall"]["asked"]:
        parts.append(dreams.recall_words(side["recall"]))
    if side["tokens"]:
        parts.append(tr("{tokens:,} tokens").format(tokens=side["tokens"]))
    parts.append(f"{side['seconds']:.0f} s")
    return lead + " · ".join(parts)


def _pair_text(pair: dict[str, Any]) -> list[str]:
    shown = [side for side in PairSide if pair[side]]
    if pair["kind"] == PairKind.EQUAL:
        shown = shown[:1]  # the same words once
    lines = []
    for side in shown:
        change = pair[side]
        lead, *rest = dreams.change_text(change)
        picked = str(Pick(side, change["n"]))
        if pair["kind"] == PairKind.EQUAL:
            picked += f" = {Pick(PairSide.RIGHT, pair[PairSide.RIGHT]['n'])}"
        lines += [f"{picked:>4} {lead[4:]}", *rest]
    return lines
