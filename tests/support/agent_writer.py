"""Writes transcripts as an agent does, until its standard input ends.

    python -m tests.support.agent_writer HOME PROJECT SEED

Two conversations of Claude Code take turns, in files of their own and for a while in one. They grow
by whole lines and by halves, are renamed, copied and cut, written anew and compacted. At the end it
prints what was said as JSON: a list of [session, words] in their order.
"""

import json
import random
import select
import sys
import time
from pathlib import Path

from tests.support.agents import ClaudeCode, Record, append, lines

WORDS = (
    "We decided that berth {n} is kept for the boat of {who} until March.",
    "My neighbour {who} keeps key number {n} for the shed from now on.",
    "{who} and I agreed to pay {n} euros for the new sail in April.",
)
NAMES = ("Ines", "Jonas", "Ana", "Tomas", "Leo", "Mara")


class Writer:
    """Two conversations, and what was said in them."""

    def __init__(self, home: Path, project: Path, seed: int) -> None:
        self.dice = random.Random(seed)
        self.talks = [ClaudeCode(home, project, f"talk-{n}") for n in range(2)]
        self.said: list[tuple[str, str]] = []
        self.rotations = 0

    def step(self) -> None:
        talk = self.dice.choice(self.talks)
        doing = self.dice.choices(
            (self.say, self.say_in_halves, self.use_a_tool, self.compact, self.rename,
             self.copy_and_cut, self.write_anew, self.say_in_the_others_file),
            weights=(8, 4, 3, 2, 1, 1, 1, 1),
        )[0]  # fmt: skip
        doing(talk)

    def message(self, talk: ClaudeCode) -> Record:
        number = 1_000 + len(self.said)
        words = self.dice.choice(WORDS).format(n=number, who=self.dice.choice(NAMES))
        self.said.append((talk.session, words))
        return talk.user(words)

    def say(self, talk: ClaudeCode) -> None:
        append(talk.path, self.message(talk), talk.answer("Noted.", tokens=1_000))

    def say_in_halves(self, talk: ClaudeCode) -> None:
        whole = lines(self.message(talk)).encode()
        half = self.dice.randrange(1, len(whole))
        for part in (whole[:half], whole[half:]):
            with talk.path.open("ab") as file:
                file.write(part)
            time.sleep(self.dice.uniform(0, 0.05))

    def use_a_tool(self, talk: ClaudeCode) -> None:
        call = f"call-{self.dice.random()}"
        append(talk.path, talk.call("Bash", call, command="make"))
        append(talk.path, talk.result("Exit code 2\nno rule", call, failed=True))

    def compact(self, talk: ClaudeCode) -> None:
        append(talk.path, *talk.compacted())

    def rename(self, talk: ClaudeCode) -> None:
        if talk.path.exists():
            talk.path.rename(self._rotated(talk))
        self.say(talk)

    def copy_and_cut(self, talk: ClaudeCode) -> None:
        if talk.path.exists():
            part = talk.path.with_name("copy.part")
            part.write_bytes(talk.path.read_bytes())
            part.rename(self._rotated(talk))
            talk.path.write_bytes(b"")
        self.say(talk)

    def write_anew(self, talk: ClaudeCode) -> None:
        """The same beginning in another file, and one message more."""
        if talk.path.exists():
            new = talk.path.with_name("new.part")
            new.write_bytes(talk.path.read_bytes() + lines(self.message(talk)).encode())
            new.replace(talk.path)

    def say_in_the_others_file(self, talk: ClaudeCode) -> None:
        other = next(one for one in self.talks if one is not talk)
        append(other.path, self.message(talk))

    def _rotated(self, talk: ClaudeCode) -> Path:
        self.rotations += 1
        return talk.path.with_name(f"{talk.path.name}.{self.rotations}")


def main(home: str, project: str, seed: str) -> None:
    writer = Writer(Path(home), Path(project), int(seed))
    while not select.select([sys.stdin], [], [], 0)[0]:
        writer.step()
        time.sleep(writer.dice.uniform(0, 0.06))
    print(json.dumps(writer.said))


if __name__ == "__main__":
    main(*sys.argv[1:])
