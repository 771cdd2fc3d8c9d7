"""What else happens in a life: older notes move. Inbox, time machine, weeks: `trust.py`."""

import random
from collections.abc import Callable
from contextlib import suppress

from desktop_app.errors import Problem
from desktop_app.search.index import SearchIndex
from desktop_app.search.moving import Mover
from tests.promises import life
from tests.promises.life import Life, words_of

OLD = "memory/2019-03-04.md"
_MOVES = {SearchIndex: ("let_go", "call_home"), Mover: ("_put", "sweep")}


class WiderLife(Life):
    """A life whose older notes leave the index."""

    def older(self, *, back: bool) -> None:
        """Another program adds to a note of years ago; older notes leave the index, or come back.
        What that note says is found in either."""
        tiers = self.memory.tiers
        if not tiers.stores:  # Parquet is not installed
            return
        with (self.root / OLD).open("ab") as end:
            end.write(f"- An older note {self.word()}\n".encode())
        self.look()
        tiers.back() if back else tiers.move()
        self.finds_older()

    def finds_older(self) -> None:
        """Each line of the note of years ago is found, wherever it is."""
        self.look()
        for word in words_of(self.data(OLD)):
            hits = self.memory.search.find(word.decode()).hits
            assert OLD in {hit.path for hit in hits}, f"{word!r} is in no tier"

    def crash(self, act: str, steps: int, chance: random.Random) -> None:
        if act == "move":
            self.older(back=chance.random() < 0.5)
            steps %= 8
        super().crash(act, steps, chance)
        if act == "move":
            self.finds_older()

    def acts(self, chance: random.Random, text: str) -> dict[str, Callable[[], object]]:
        def move() -> None:
            for owner, names in _MOVES.items():
                for name in names:
                    setattr(owner, name, life.counted(getattr(owner, name)))
            with suppress(Problem):
                self.memory.tiers.back()
                self.memory.tiers.move()

        return super().acts(chance, text) | {"move": move}
