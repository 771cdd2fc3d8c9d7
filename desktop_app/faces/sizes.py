"""Sizes of files in words."""


def size(count: int) -> str:
    """Bytes as people say them: `5.2 GB`."""
    for unit, bytes_each in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= bytes_each:
            return f"{count / bytes_each:.1f} {unit}"
    return f"{count} B"
