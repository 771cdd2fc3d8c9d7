"""Sizes: numbers of bytes in words, the same everywhere."""

from desktop_app.words import counted

_UNITS = ((1e3, "kB"), (1e6, "MB"), (1e9, "GB"))


def size(count: float) -> str:
    """A number of bytes as people write it: `24 bytes`, `3.4 kB`, `274 MB`, `5.2 GB`."""
    count = min(count, 1e18)  # more than any disk: a number that somebody made up
    if count < 999.5:
        return counted("{count} byte", "{count} bytes", round(count))
    unit, word = next((each for each in _UNITS if count / each[0] < 999.5), _UNITS[-1])
    many = count / unit
    return f"{many:.1f} {word}" if many < 9.95 else f"{many:,.0f} {word}"
