"""What a dream without a model may say: the notes' own lines, or an old line with one exchange."""

from desktop_app.dreams.proposal import Change
from desktop_app.language.remembering import without_mark


def is_said(change: Change) -> bool:
    """Whether the text of a change is made of its sources' own quotes, or is its old line with one
    piece of a note in it.
    """
    new = change.new
    if new is None:
        return True
    quotes = [source.quote for source in change.sources]
    is_exchange = bool(change.old) and _exchanged(change.old[0], new, quotes)
    return is_exchange or _copied(new, quotes)


def _exchanged(old: str, new: str, quotes: list[str]) -> bool:
    """Whether one stretch of `old` gave way to one that stands in a note."""
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    came = new[start : len(new) - end]
    return any(came in quote for quote in quotes)


def _alike(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _copied(new: str, quotes: list[str]) -> bool:
    """Whether nothing of letters or digits is left when the sources' own quotes are taken out, or
    what they ask to remember."""
    rest = " ".join(new.split())
    said = {text for quote in map(_bare, quotes) for text in (quote, without_mark(quote))}
    for quote in sorted(said, key=len, reverse=True):
        rest = rest.replace(quote, " ") if quote else rest
    return not any(map(str.isalnum, rest))


def _bare(quote: str) -> str:
    return " ".join(quote.split()).strip("#*:： ")
