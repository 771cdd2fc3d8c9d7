"""What differs between two wordings, word by word; Chinese by character. Knows text only."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

Span = tuple[int, int]

_TOKENS = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|\\w+|\\s+|[^\\w\\s]")
_FEW_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]{1,3}")
_ALIKE = 0.25  # below this, two lines share too little for marks to tell anything
_MOST = 2_000  # words; a longer line is shown without marks, since nobody waits for them


@lru_cache(maxsize=2_000)
def differing(old: str, new: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Character spans of `old` that went and of `new` that came; none when little is shared."""
    before, after = _TOKENS.findall(old), _TOKENS.findall(new)
    if max(len(before), len(after)) > _MOST:
        return (), ()
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return (), ()
    changes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    return (
        _spans(old, before, [(start, end) for _, start, end, _, _ in changes]),
        _spans(new, after, [(start, end) for _, _, _, start, end in changes]),
    )


def differing_from_all(
    olds: Sequence[str], new: str
) -> tuple[list[tuple[Span, ...]], tuple[Span, ...]]:
    """The same for several lines that become one: what went of each, and what none of them had."""
    pairs = [differing(old, new) for old in olds]
    come = pairs[0][1] if pairs else ()
    for _, other in pairs[1:]:
        both = [(max(a, c), min(b, d)) for a, b in come for c, d in other]
        come = tuple(span for span in both if span[0] < span[1] and new[slice(*span)].strip())
    return [gone for gone, _ in pairs], come


def _too_little(between: str) -> bool:
    """Whether what stands between two marks is too short to be read as unchanged."""
    return not between.strip() or bool(_FEW_HAN.fullmatch(between))


def _spans(text: str, tokens: list[str], changed: list[Span]) -> tuple[Span, ...]:
    """Runs of tokens as character spans; runs with only space between are one."""
    starts = [0]
    for token in tokens:
        starts.append(starts[-1] + len(token))
    spans: list[Span] = []
    for first, last in changed:
        start, end = starts[first], starts[last]
        if start == end:
            continue
        if spans and _too_little(text[spans[-1][1] : start]):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return tuple(span for span in spans if text[span[0] : span[1]].strip())
