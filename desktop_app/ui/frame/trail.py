"""Where the person has been, for Alt+Left and Alt+Right. Knows page names and paths, no Qt."""

from typing import NamedTuple


class TrailPlace(NamedTuple):
    """A page and what it showed; an empty path is the page as it stood."""

    page: str
    path: str = ""
    line: int = 0


class Trail:
    """The places visited, and where among them one stands."""

    LONGEST = 100

    def __init__(self) -> None:
        self._places: list[TrailPlace] = []
        self._at = -1

    @property
    def here(self) -> TrailPlace | None:
        return self._places[self._at] if self._at >= 0 else None

    def visit(self, place: TrailPlace) -> None:
        """Goes on to a place; what lay ahead is forgotten.

        Another line of the same path, or a page that now says what it shows, is the same visit;
        so is the page one stands on, asked for again.
        """
        here = self.here
        if here and here.page == place.page and (not place.path or here.path in ("", place.path)):
            if place.path:
                self._places[self._at] = place
            return
        self._places = [*self._places[: self._at + 1], place][-self.LONGEST :]
        self._at = len(self._places) - 1

    def out(self) -> TrailPlace | None:
        """Back to the last place on another page; None where there is none."""
        here = before = self.here
        while here is not None and before is not None and before.page == here.page:
            before = self.step(-1)
        return before

    def step(self, by: int) -> TrailPlace | None:
        """One place back (-1) or on (1); None at an end."""
        if not 0 <= self._at + by < len(self._places):
            return None
        self._at += by
        return self.here
