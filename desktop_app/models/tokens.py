"""Tokens: how many tokens a text has for a model, and whether the model read all of them. Pure.

Ollama can't count tokens for us. It may silently answer from a part of a prompt that is too long.
So the size is estimated beforehand with a margin, and that much room is requested. Afterwards the
model's own count is compared with the estimate. Each count makes the next estimate better.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from desktop_app.regex import regex

STEPS = (4_096, 8_192, 16_384, 32_768, 65_536, 131_072, 262_144)
"""The rooms to choose from. They are few: another room makes Ollama load the model again."""

# Raw tokens err on the side of too many: two for a character of any script but Latin, one for 2.5
# of the others. Digits and letters with marks may be tokens by themselves, or not; keys and the
# like fall into more tokens than words do, rules and indents into fewer.
_WIDE = regex("[^\u0000-\u024f\u1e00-\u1eff\u2000-\u206f]")
_CJK = regex("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
_SINGLE = regex("[0-9\u00a1-\u024f\u1e00-\u1eff]")
_NO_WORD = regex(r"[A-Za-z0-9+/=_-]{30,}")
_RULE = regex(r"([\s!-/:-@\[-`{-~])\1{3,}")
_PER_WIDE, _PER_LETTER, _MORE_IN_NO_WORD, _LESS_IN_RULE = 2.0, 0.4, 0.3, 0.32

# How far off the count of a class may be, below and above: of its raw tokens before the model was
# ever heard, of its own rate afterwards.
_ANY = (0.2, 1.0)
_HEARD = (0.65, 1.4)
_SINGLES = (0.25, 1.0)
_SAME = (
    0.9,
    1.02,
)  # of lines that were counted: templates render a later prompt a little otherwise
_USUAL_WIDE, _USUAL_NARROW = 0.5, 0.6
_TRUST = 0.02  # how much the usual rates count beside one prompt heard
_ENOUGH = 0.1  # a class is heard once about a third of a prompt consisted of it
_FADING = 0.9  # older counts matter less: a newer version of a model may count otherwise
_SMALLEST = 256  # below, a count says more about the model's frame than about the text

_FRAME, _FRAME_EACH = 128, 16  # what templates put around the whole and around each message
_KEPT = 16  # tokens by which half a room may be off: what is kept from the front


@dataclass(frozen=True)
class Estimate:
    """How many tokens a prompt will have: hardly fewer than `low` or more than `high`.

    `wide` and `narrow` are its raw tokens by class of script, the same for every model.
    """

    wide: float
    narrow: float
    low: int
    likely: int
    high: int


@dataclass(frozen=True)
class HeardPrompt:
    """A prompt as its texts, and how many tokens the model counted in it."""

    texts: tuple[str, ...]
    real: int


@dataclass(frozen=True)
class Tokens:
    """The token rates of one model, learnt from its counts. The caller keeps the five numbers."""

    wide_wide: float = 0.0
    wide_narrow: float = 0.0
    narrow_narrow: float = 0.0
    wide: float = 0.0
    narrow: float = 0.0

    def estimate(self, *texts: str) -> Estimate:
        """Estimate the tokens of a prompt made of these messages."""
        wide = singles = letters = keys = 0.0
        for text in texts:
            raw = _raw(text)
            wide, singles = wide + raw[0], singles + raw[1]
            letters, keys = letters + raw[2], keys + raw[3]
        wide_rate, narrow_rate = self._rates()
        low = high = 0.0
        for count, rate, heard in (
            (wide, wide_rate, self.wide_wide * _USUAL_WIDE**2),
            (letters, narrow_rate, self.narrow_narrow * _USUAL_NARROW**2),
        ):
            margin = (_HEARD[0] * rate, _HEARD[1] * rate) if heard >= _ENOUGH else _ANY
            low, high = low + count * margin[0], high + count * margin[1]
        return Estimate(
            wide,
            singles + letters,
            low=int(low + singles * _SINGLES[0]),
            likely=round(wide * wide_rate + (singles + letters) * narrow_rate),
            high=int(high + singles * _SINGLES[1] + keys) + _FRAME + _FRAME_EACH * len(texts),
        )

    def after(self, heard: HeardPrompt, *texts: str) -> Estimate:
        """The same for a prompt that came out of one that was counted, as in a talk."""
        lines, before = _lines(texts), _lines(heard.texts)
        new, gone = (
            self.estimate(*(lines - before).elements()),
            self.estimate(*(before - lines).elements()),
        )
        frame = _FRAME_EACH * abs(len(texts) - len(heard.texts))
        # A frame for each line is not one for each message.
        high = new.high - _FRAME - _FRAME_EACH * sum((lines - before).values())
        whole = self.estimate(*texts)
        return replace(
            whole,
            low=max(0, int(heard.real * _SAME[0]) + new.low - gone.high),
            likely=max(0, heard.real + new.likely - gone.likely),
            high=int(heard.real * _SAME[1]) + high - gone.low + _FRAME + frame,
        )

    def observe(self, estimate: Estimate, real: int) -> "Tokens":
        """The rates after the model read a whole prompt and counted `real` tokens."""
        if real <= 0 or estimate.wide + estimate.narrow < _SMALLEST:
            return self
        wide, narrow = estimate.wide / real, estimate.narrow / real
        return Tokens(
            self.wide_wide * _FADING + wide * wide,
            self.wide_narrow * _FADING + wide * narrow,
            self.narrow_narrow * _FADING + narrow * narrow,
            self.wide * _FADING + wide,
            self.narrow * _FADING + narrow,
        )

    def _rates(self) -> tuple[float, float]:
        """Tokens for each raw token of a class; near the usual rates if little is known."""
        a, b, c = self.wide_wide + _TRUST, self.wide_narrow, self.narrow_narrow + _TRUST
        p, q = self.wide + _TRUST * _USUAL_WIDE, self.narrow + _TRUST * _USUAL_NARROW
        determinant = a * c - b * b  # above zero: the sums of squares exceed the mixed one
        wide, narrow = (p * c - q * b) / determinant, (q * a - p * b) / determinant
        return min(max(wide, 0.1), 2.0), min(max(narrow, 0.1), 2.0)


UNHEARD = Tokens()


def usual(text: str) -> int:
    """About how many tokens models usually count in a text: what is likely of one unheard."""
    wide, singles, letters, _ = _raw(text)
    return round(wide * _USUAL_WIDE + (singles + letters) * _USUAL_NARROW)


def rough(text: str) -> int:
    """About how many tokens a text is to a model nobody heard yet, rather too many than too few:
    two for a sign of Chinese, Japanese or Korean, one for 2.5 others. See trust, 'Model answers'.
    """
    wide = len(_CJK.findall(text))
    return math.ceil(wide * 2 + (len(text) - wide) / 2.5)


def fits(estimate: Estimate, context: int, most: int) -> bool:
    """Whether the prompt and an answer of `most` tokens surely have room in `context`."""
    return estimate.high + most <= context


def room(estimate: Estimate, most: int, longest: int, current: int = 0) -> int:
    """The context to request: `current` if it is large enough, else the smallest step that is.

    It is never more than `longest`, the limit of the model or the person; check it with `fits`.
    """
    needed = estimate.high + most
    if needed <= current <= longest:
        return current
    return min(longest, next((step for step in STEPS if step >= needed), needed))


def was_cut(
    estimate: Estimate,
    counted: int | None,
    asked: int,
    given: int | None = None,
    *,
    droppable: bool = False,
) -> bool:
    """Whether the model read only a part of a prompt, of which it counted `counted` tokens.

    `asked` is the requested context, `given` the one in force if the server says so. Servers cut a
    prompt to the full room, to about half of it, or by whole messages. So a full room, half a room,
    and fewer tokens than the prompt can have count as cut. Half a room may also be chance; it
    counts only if the prompt may be longer than the room. `droppable`: there are messages besides
    the system's and one other. A server drops them without a trace, so a room that may have been
    too small counts as too small.

    No count proves nothing: the oldest servers gave none for a prompt that they had read before.
    Servers that counted only its unread part are refused as too old (`installed.py`). Newer ones
    count the whole prompt, even if they had read its beginning before.
    """
    if not counted:
        return False
    ceiling = min(asked, given or asked)
    if counted < estimate.low or counted >= ceiling - 1 or estimate.low > ceiling:
        return True
    ceilings = {ceiling}
    if given is None:  # a server that goes by a room of its own has one of the usual sizes
        ceilings |= {2**power for power in range(9, 18) if 2**power < asked}
    elif droppable and estimate.high > ceiling:
        return True
    return any(
        each - 1 <= counted <= each or 0 <= counted - each // 2 <= _KEPT
        for each in ceilings
        if estimate.high > each
    )


def _lines(texts: Iterable[str]) -> Counter[str]:
    return Counter(f"{line}\n" for text in texts for line in text.split("\n") if line.strip())


@lru_cache(maxsize=512)  # most of a prompt stood in the one before
def _raw(text: str) -> tuple[float, float, float, float]:
    """Raw tokens of wide scripts, of digits and letters with marks, of the rest, and of keys."""
    wide = len(_WIDE.findall(text))
    singles = len(_SINGLE.findall(text))
    rules = sum(match.end() - match.start() for match in _RULE.finditer(text))
    keys = sum(match.end() - match.start() for match in _NO_WORD.finditer(text))
    letters = (len(text) - wide - singles) * _PER_LETTER - rules * _LESS_IN_RULE
    return wide * _PER_WIDE, float(singles), letters, keys * _MORE_IN_NO_WORD
