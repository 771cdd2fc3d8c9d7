"""What another program put on the clipboard, as text for a note."""

import re

_BREAK = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f\ufdd0\ufdd1\ufeff]")


def cleaned(text: str) -> str:
    """The text with its lines ended by "\\n", and without what no person sees or types."""
    return _CONTROL.sub("", _BREAK.sub("\n", text))
