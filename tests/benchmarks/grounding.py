"""Grounding: what share of altered claims is stopped, at what share of true claims held back.

True claims are LoCoMo's observations with the turns they came from and four turns either side,
which the project does not ship: `locomo-dev.json`, five or all conversations of LoCoMo
(github.com/snap-research/locomo, data/locomo10.json). Altered ones are made here. Labelled claims
of our own are measured too, where tests/fixtures/labelled has any.
"""

import json
import random
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from desktop_app.dreams.proof import Cited, prove_sentence
from tests.benchmarks._recall import LOCOMO, held, measured, spoken

_LABELLED = Path(__file__).parent.parent / "fixtures" / "labelled"
_REACH = 4
"""Lines before and after the turn that a claim is taken from."""
_HARD = {"number", "date", "name", "literal", "negation"}


@dataclass(frozen=True)
class Claim:
    """A sentence with its sources; `kind` is "true" or how it was altered."""

    text: str
    sources: tuple[Cited, ...]
    day: date
    kind: str
    group: str


def run(data: Path | None, work: Path) -> Iterator[str]:
    """Lines to print; `work` is not used."""
    yield from measured(data, LOCOMO, lambda samples: _altered(list(_locomo(samples))))
    for labelled in sorted(_LABELLED.glob("claims-*.jsonl")):
        yield from _table(labelled.stem, list(labelled_claims(labelled)), [])


def _altered(claims: list[Claim]) -> Iterator[str]:
    yield from _table("LoCoMo", claims, list(dict.fromkeys(one.group for one in claims)))


def _table(title: str, claims: list[Claim], groups: list[str]) -> Iterator[str]:
    """Shares by kind, in all, and for each group; of true claims they are the cost."""
    stopped: dict[tuple[str, str], list[bool]] = defaultdict(list)
    start = time.perf_counter()
    for one in claims:
        doubts = prove_sentence(one.text, one.sources, one.day).doubts
        stopped[one.kind, ""].append(bool(doubts))
        stopped[one.kind, "facts"].append(any(doubt.kind in _HARD for doubt in doubts))
        stopped[one.kind, one.group].append(bool(doubts))
    took = (time.perf_counter() - start) / max(1, len(claims)) * 1000
    yield f"{title}: {len(claims)} claims, {took:.2f} ms a claim"
    columns = ["", "facts", *groups]
    yield f"{'':24}{'claims':>7}{'stopped':>9}{'by facts':>9}" + "".join(
        f"{group[:8]:>9}" for group in groups
    )
    for kind in dict.fromkeys(one.kind for one in claims):
        name = "true (held back)" if kind == "true" else kind
        row = "".join(_share(stopped[kind, column]) for column in columns)
        yield f"{name:24}{len(stopped[kind, '']):>7}{row}"


def _share(found: list[bool]) -> str:
    return f"{sum(found) / len(found):>9.3f}" if found else f"{'-':>9}"


def labelled_claims(path: Path) -> Iterator[Claim]:
    """Claims somebody wrote and labelled: id, lang, claim, sources, date, true, change."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row: dict[str, Any] = json.loads(line)
        day = date.fromisoformat(row["date"])
        sources = tuple(Cited(text, day=day) for text in row["sources"])
        kind = "true" if row["true"] else row["change"]
        lang = "zh" if row["lang"].startswith("zh") else row["lang"]
        yield Claim(row["claim"], sources, day, f"{lang} {kind}" if kind != "true" else kind, lang)


# -- claims from LoCoMo ---------------------------------------------------------------------


def _locomo(samples: list[dict[str, Any]]) -> Iterator[Claim]:
    """Every observation, true first, then altered in each way that fits it."""
    chance = random.Random(7)
    true = [claim for sample in samples for claim in _true(sample)]
    yield from (claim for claim, _, _ in true)
    names = {group: _names_of(group, true) for group in {claim.group for claim, _, _ in true}}
    for kind, alter in _ALTERATIONS.items():
        for claim, who, other in true:
            foreign = sorted(
                set().union(*(n for group, n in names.items() if group != claim.group))
            )
            text = alter(claim, who, other, foreign, chance)
            if text and text != claim.text:
                yield replace(claim, text=text, kind=kind)
    for claim, _, _ in true:
        elsewhere = [one for one, _, _ in true if one.group != claim.group]
        yield replace(claim, text=chance.choice(elsewhere).text, kind="unrelated, other people")
        here = [one for one, by, _ in true if one.group == claim.group and one.day != claim.day]
        yield replace(claim, text=chance.choice(here).text, kind="unrelated")


def _true(sample: dict[str, Any]) -> Iterator[tuple[Claim, str, str]]:
    talk = sample["conversation"]
    both = talk["speaker_a"], talk["speaker_b"]
    sessions = {name: (at.date(), turns) for name, at, turns in held(sample)}
    for name, observed in sample["observation"].items():
        day, turns = sessions[name.removesuffix("_observation")]
        places = {turn["dia_id"]: place for place, turn in enumerate(turns)}
        for who, rows in observed.items():
            other = both[0] if who == both[1] else both[1]
            for text, evidence in rows:
                turn_ids = (
                    evidence if isinstance(evidence, list) else re.findall(r"D\d+:\d+", evidence)
                )
                at = [places[turn_id] for turn_id in turn_ids if turn_id in places]
                if at:
                    sources = _around(turns, at, day)
                    yield Claim(text, sources, day, "true", sample["sample_id"]), who, other


def _around(turns: list[dict[str, Any]], at: list[int], day: date) -> tuple[Cited, ...]:
    near = {n for place in at for n in range(place - _REACH, place + _REACH + 1)}
    return tuple(
        Cited(spoken(turn), day=day) for number, turn in enumerate(turns) if number in near
    )


# -- alterations ----------------------------------------------------------------------------

_NUMBER_WORDS = [
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_DETAILS = (
    "with a rented drone", "near the old lighthouse", "despite a broken ankle", "using a chainsaw",
    "for the mayor", "on a submarine", "after the earthquake", "because of the mortgage",
    "with his stepbrother", "in a greenhouse", "while wearing a tuxedo", "at the courthouse",
    "to impress the landlord", "under a false identity", "with borrowed scissors",
    "at a vineyard in spring", "thanks to a lottery ticket", "during the eclipse",
    "with an orange umbrella", "by the railway bridge",
)  # fmt: skip
_EVERYDAY = (
    "with cousins", "at work", "before dinner", "every morning", "with neighbours",
    "in the kitchen",
    "after lunch", "by train", "at the office", "on foot", "with some music", "in the rain",
    "with a doctor", "at school", "on the phone", "for money", "in winter", "with a camera",
)  # fmt: skip
_NOUNS = (
    "bicycle", "piano", "accountant", "kitchen", "harbour", "insurance", "rabbit", "umbrella",
    "factory", "mushroom", "passport", "telescope", "blanket", "lawyer", "cheese", "garage",
)  # fmt: skip
_AUXILIARY = re.compile(r"\b(is|are|was|were|has|have|had|can|could|will|would|should|may|might)\b")
_PRESENT = re.compile(r"^([A-Z]\w+) (\w+?)(es|s)\b(?= )")
_PAST = re.compile(r"^([A-Z]\w+) (\w+?)ed\b(?= )")
_DENIED = re.compile(
    r"\b(?:(?:do|does|did) not |(?:don't|doesn't|didn't) |(?<=is )not |(?<=was )not |(?<=has )not "
    r"|(?<=can )not |never |no longer )|(?<=\w)n't\b|(?<=\w)not\b"
)

Alter = Callable[[Claim, str, str, list[str], random.Random], str]


def _number(claim: Claim, who: str, other: str, foreign: list[str], chance: random.Random) -> str:
    def another(match: re.Match[str]) -> str:
        if match[0].lower() in _NUMBER_WORDS:
            return chance.choice([word for word in _NUMBER_WORDS if word != match[0].lower()])
        return str(int(match[0]) + chance.choice((1, 2, 3, 7, 10)))

    pattern = re.compile(rf"\b(?:\d+|{'|'.join(_NUMBER_WORDS)})\b", re.IGNORECASE)
    return pattern.sub(another, claim.text, count=1)


def _names_of(group: str, true: list[tuple[Claim, str, str]]) -> set[str]:
    speakers = {name for claim, *both in true if claim.group == group for name in both}
    found = {
        name
        for claim, _, _ in true
        if claim.group == group
        for name in re.findall(r"(?<=[a-z,] )[A-Z][a-z]{3,}\b", claim.text)
    }
    return found - speakers - set(_WEEKDAYS)


def _name(claim: Claim, who: str, other: str, foreign: list[str], chance: random.Random) -> str:
    own = [
        name
        for name in re.findall(r"(?<=[a-z,] )[A-Z][a-z]{2,}\b", claim.text)
        if name not in (who, other, *_WEEKDAYS)
    ]
    said = " ".join(source.text for source in claim.sources).lower()
    new = [name for name in foreign if name.lower() not in said and name not in own]
    return claim.text.replace(chance.choice(own), chance.choice(new), 1) if own and new else ""


def _weekday(claim: Claim, who: str, other: str, foreign: list[str], chance: random.Random) -> str:
    found = re.search("|".join(_WEEKDAYS), claim.text)
    if not found:
        return ""
    return claim.text.replace(found[0], chance.choice([d for d in _WEEKDAYS if d != found[0]]), 1)


def _denied(claim: Claim, who: str, other: str, foreign: list[str], chance: random.Random) -> str:
    if _DENIED.search(claim.text) or re.search(r"\bno\b|\bnot\b", claim.text):
        return ""
    text, count = _AUXILIARY.subn(r"\1 not", claim.text, count=1)
    text = text if count else _PRESENT.sub(r"\1 does not \2", claim.text)
    return text if text != claim.text else _PAST.sub(r"\1 did not \2", claim.text)


def _never(claim: Claim, who: str, other: str, foreign: list[str], chance: random.Random) -> str:
    if _DENIED.search(claim.text) or re.search(r"\bno\b|\bnot\b", claim.text):
        return ""
    text, count = _AUXILIARY.subn(r"\1 never", claim.text, count=1)
    return text if count else re.sub(r"^([A-Z]\w+) (?=[a-z])", r"\1 never ", claim.text)


def _asserted(claim: Claim, who: str, other: str, foreign: list[str], chance: random.Random) -> str:
    return _DENIED.sub("", claim.text, count=1)


def _swapped(claim: Claim, who: str, other: str, foreign: list[str], chance: random.Random) -> str:
    both = {who: other, other: who}
    return re.sub(rf"\b(?:{who}|{other})\b", lambda match: both[match[0]], claim.text)


def _with(details: tuple[str, ...]) -> Alter:
    def add(claim: Claim, who: str, other: str, foreign: list[str], chance: random.Random) -> str:
        return f"{claim.text.rstrip('.')} {chance.choice(details)}."

    return add


def _noun(claim: Claim, who: str, other: str, foreign: list[str], chance: random.Random) -> str:
    """The last plain word becomes another thing."""
    words = list(re.finditer(r"\b[a-z]{4,}\b", claim.text))
    if not words:
        return ""
    last = words[-1]
    return f"{claim.text[: last.start()]}{chance.choice(_NOUNS)}{claim.text[last.end() :]}"


_VERBS = (
    "paint",
    "hid",
    "sell",
    "shout",
    "weigh",
    "polish",
    "repair",
    "photograph",
    "bury",
    "count",
)


def _verb(claim: Claim, who: str, other: str, foreign: list[str], chance: random.Random) -> str:
    """What somebody does becomes something else."""

    def another(match: re.Match[str]) -> str:
        verb = chance.choice([verb for verb in _VERBS if verb[:3] != match[2][:3]])
        return f"{match[1]} {verb}{match[3]}"

    pattern = re.compile(rf"^({who}) ([a-z]{{3,}}?)(ed|s)\b(?= )")
    return pattern.sub(another, claim.text)


_ALTERATIONS: dict[str, Alter] = {
    "number": _number,
    "name": _name,
    "weekday": _weekday,
    "negation added": _denied,
    "never added": _never,
    "negation dropped": _asserted,
    "speaker swapped": _swapped,
    "invented detail": _with(_DETAILS),
    "everyday detail": _with(_EVERYDAY),
    "noun swapped": _noun,
    "verb swapped": _verb,
}
