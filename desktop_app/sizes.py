"""Sizes in words, the same everywhere. Knows numbers of bytes, not of what."""

_UNITS = ((1e3, "kB"), (1e6, "MB"), (1e9, "GB"))


def size(count: float) -> str:
    """Bytes as people say them: `24 bytes`, `3.4 kB`, `274 MB`, `5.2 GB`."""
    count = min(count, 1e18)  # more than any disk: a number that somebody made up
    if count < 999.5:
        return "1 byte" if round(count) == 1 else f"{round(count)} bytes"
    unit, word = next((each for each in _UNITS if count / each[0] < 999.5), _UNITS[-1])
    many = count / unit
    return f"{many:.1f} {word}" if many < 9.95 else f"{many:,.0f} {word}"
