"""A mind for a year of nights: it consolidates what it is shown, and now and then it lies.

The world that it is told of has things with a price, a keeper and a place; each change of one is
noted, beside plans that come to nothing. So it is known, without asking any proof, what memory may
say after a night. No Qt.
"""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from tests.support.ollama import Talk, says

THINGS = (
    "piano", "kayak", "ladder", "printer", "stove", "tent", "drill", "lamp", "bench", "wagon",
    "sledge", "loom",
)  # fmt: skip
_KEEPERS = ("Ana", "Jonas", "Mira", "Pavel", "Ines", "Tomas", "Lucie", "Henrik")
_PLACES = ("Porto", "Lyon", "Graz", "Turku", "Gent", "Bergen", "Riga", "Cork")
PINNED = "lighthouse"

_SAID = {
    "price": "the price of the {thing} is {value} euros",
    "keeper": "{value} looks after the {thing}",
    "place": "the {thing} stands in {value}",
}
_CHANGED = {
    "price": "The price of the {thing} is now {value} euros, no longer {old} euros.",
    "keeper": "{value} now looks after the {thing}, no longer {old}.",
    "place": "The {thing} now stands in {value}, no longer in {old}.",
}
_PLANNED = {
    "price": "The price of the {thing} may become {value} euros.",
    "keeper": "Perhaps {value} will look after the {thing}.",
    "place": "[ ] Bring the {thing} to {value}.",
}
_AGAIN = {
    "price": "its price is {value} euros",
    "keeper": "{value} looks after it",
    "place": "it stands in {value}",
}
_TOLD = (
    ("price", r"(?:price of the (?P<thing>\w+)|its price) is (?:now )?(?P<value>\d+) euros"),
    ("keeper", r"(?P<value>\w+) (?:now )?looks after (?:the (?P<thing>\w+)|it)"),
    ("place", r"(?:[Tt]he (?P<thing>\w+)|it) (?:now )?stands in (?P<value>\w+)"),
)
_SHOWN = re.compile(r"^(M\d+|D[\d-]+:\d+) (.+)$", re.MULTILINE)

Fact = tuple[str, str, str]
"""A thing, what of it, and the value."""


def facts(text: str) -> set[Fact]:
    """What a text says of the things, each with one value; "it" is what its line is about."""
    whole = set[Fact]()
    for line in text.split("\n"):
        about = next((thing for thing in (*THINGS, PINNED) if thing in line), "")
        whole |= {
            (found["thing"] or about, what, found["value"])
            for what, form in _TOLD
            for found in re.finditer(form, line)
        }
    return whole


def sentence(*some: Fact) -> str:
    """One line that says these facts of a thing."""
    said = [
        (_AGAIN if n else _SAID)[what].format(thing=thing, value=value)
        for n, (thing, what, value) in enumerate(some)
    ]
    whole = "; ".join(said)
    return f"{whole[0].upper()}{whole[1:]}."


class World:
    """What is so, and what was noted of it."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.noted: dict[tuple[str, str], list[str]] = defaultdict(list)
        self.ended: set[str] = set()
        self.noted[PINNED, "price"].append("900")

    def evening(self) -> list[str]:
        """The notes of a day: some changes, a plan, and seldom an end."""
        lines = [self._change() for _ in range(self.chance.randint(0, 3))]
        if self.chance.random() < 0.5:
            thing, what = self.chance.choice(THINGS), self.chance.choice(list(_SAID))
            lines.append(_PLANNED[what].format(thing=thing, value=self._value(what)))
        if self.chance.random() < 0.03:
            thing = self.chance.choice(THINGS)
            self.ended.add(thing)
            lines.append(f"The {thing} is sold.")
        return lines

    def _change(self) -> str:
        thing = self.chance.choice((*THINGS, PINNED))
        what = "price" if thing == PINNED else self.chance.choice(list(_SAID))
        values = self.noted[thing, what]
        value, old = self._value(what), values[-1] if values else ""
        values.append(value)
        if not old or old == value:
            return sentence((thing, what, value))
        return _CHANGED[what].format(thing=thing, value=value, old=old)

    def _value(self, what: str) -> str:
        if what == "price":
            return str(10 * self.chance.randint(10, 99))
        return self.chance.choice(_KEEPERS if what == "keeper" else _PLACES)

    def untrue(self, before: str, after: str) -> Iterator[str]:
        """What memory says that no note said, and what it lost that no note replaced."""
        was, now = facts(before), facts(after)
        for thing, what, value in now:
            if value not in self.noted[thing, what]:
                yield f"made up: {what} of {thing} {value}"
        for thing, what, value in was - now:
            newer = [one[2] for one in now if one[:2] == (thing, what)]
            if thing not in self.ended and not any(
                self._since(thing, what, one) > self._since(thing, what, value) for one in newer
            ):
                yield f"lost: {what} of {thing} {value}"

    def _since(self, thing: str, what: str, value: str) -> int:
        values = self.noted[thing, what]
        return len(values) - values[::-1].index(value) if value in values else -1


class ScriptedMind:
    """Answers a dream over what it is shown, and stands by all it wrote when it is asked again."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.wrote: set[str] = set()
        self.lies: Counter[str] = Counter()

    async def __call__(self, talk: Talk) -> None:
        rules, asked, *_ = (one["content"] for one in talk.request.body["messages"])
        again = rules.startswith("You check lines")
        await says(self._again(asked) if again else self._dream(asked), per=400)(talk)

    def _again(self, asked: str) -> str:
        """Yes to what it wrote, and to what stands below a line word for word."""
        reading = re.findall(r"reading [0-9a-f]{8}", asked)[-1]
        rows = []
        for row in re.findall(r"^\d+\. .+(?:\n   .+)*", asked, re.MULTILINE):
            first, _, grounds = row.partition("\n")
            number, _, line = first.partition(". ")
            text = re.sub(r"^\(.+?\) ", "", line)
            yes = text in self.wrote or text in grounds
            rows.append(f"{number}: {'yes' if yes else 'no: it'}")
        return "\n".join([reading, *rows])

    def _dream(self, asked: str) -> str:
        shown = _SHOWN.findall(asked)
        memory = [(mark, text) for mark, text in shown if mark[0] == "M"]
        notes = [(mark, text) for mark, text in shown if mark[0] == "D"]
        rows = [row for thing in THINGS for row in self._of(thing, memory, notes)]
        rows += self._lie(memory, notes)
        self.wrote |= {row[2:].partition(" {")[0] for row in rows if row[0] == "-"}
        return "\n".join(["[MEMORY]", *(rows or ["none"]), "[DREAM]", "Things", "Things changed."])

    def _of(
        self, thing: str, memory: Sequence[tuple[str, str]], notes: Sequence[tuple[str, str]]
    ) -> Iterator[str]:
        """What should become of the lines of a thing."""
        own = [(mark, said) for mark, text in memory if (said := _about(thing, text))]
        news = [(mark, said) for mark, text in notes if (said := _about(thing, text))]
        if end := [mark for mark, text in notes if text == f"The {thing} is sold."]:
            yield from (f"- REMOVE {{{mark}, {end[-1]}}} it is sold" for mark, _ in own)
            return
        known = {what: value for _, said in own for _, what, value in said}
        fresh = {what: (value, mark) for mark, said in news for _, what, value in said}
        fresh = {what: one for what, one in fresh.items() if known.get(what) != one[0]}
        for n, (mark, said) in enumerate(own):
            after = [
                (thing, what, fresh[what][0] if what in fresh else value)
                for _, what, value in sorted(said)
            ]
            marks = [mark, *(fresh.pop(what)[1] for _, what, _ in said if what in fresh)]
            if len(marks) == 1 and n == 0 and len(own) > 1 and not fresh:  # two lines become one
                other, more = own[1]
                if not {what for _, what, _ in said} & {what for _, what, _ in more}:
                    yield f"- {sentence(*after, *sorted(more))} {{{mark}, {other}}}"
                return
            if len(marks) > 1:
                yield f"- {sentence(*after)} {{{', '.join(marks)}}}"
        for what, (value, mark) in fresh.items():
            yield "## Things"
            yield f"- {sentence((thing, what, value))} {{{mark}}}"

    def _lie(
        self, memory: Sequence[tuple[str, str]], notes: Sequence[tuple[str, str]]
    ) -> Iterator[str]:
        """Now and then one line that no note says; its cited lines are not in another one."""
        own = [(mark, text, said) for mark, text in memory if (said := sorted(facts(text)))]
        if not own or self.chance.random() < 0.5:
            return
        mark, _, said = self.chance.choice(own)
        thing, what, value = said[0]
        others = [one for one in own if one[2][0][1] == what and one[2][0][0] != thing]
        planned = [
            (note, found[0])
            for note, line in notes
            if thing in line and ("may" in line or "Perhaps" in line or "[ ]" in line)
            if (found := re.findall(r"\d+|(?<=to )[A-Z]\w+|(?<=Perhaps )\w+", line))
        ]
        beside = ", ".join([mark, *(note for note, _ in notes[-1:])])
        rows = {
            "part": [f"- {sentence(*said[1:])} {{{mark}}}"] if said[1:] else [],
            "value": [f"- {sentence((thing, what, value + '0'), *said[1:])} {{{beside}}}"],
            "gone": [f"- REMOVE {{{mark}}} said better elsewhere"],
            "cross": [
                f"- {sentence((thing, what, there[0][2]), *said[1:])} {{{mark}, {other}}}"
                for other, _, there in others[:1]
            ],
            "plan": [
                f"- {sentence((thing, what, value), *said[1:])} {{{mark}, {note}}}"
                for note, value in planned[:1]
            ],
            "own": [
                f"- {one[: len(one) // 2].rstrip('. ')}. {{{at}}}"
                for at, one in memory
                if PINNED in one or not facts(one)
            ],
        }
        kind = self.chance.choice([kind for kind, some in rows.items() if some])
        self.lies[kind] += len(rows[kind])
        yield from rows[kind]


def _about(thing: str, text: str) -> set[Fact]:
    return {one for one in facts(text) if one[0] == thing}
