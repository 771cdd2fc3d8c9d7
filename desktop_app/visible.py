"""Text with nothing hidden in it: what steers a terminal, or turns letters round, as an escape.

Knows characters, not where they are shown.
"""

import json
import unicodedata

_HIDDEN = frozenset({"Cc", "Cf", "Zl", "Zp"})
_KEPT = "\n\t\u200c\u200d"  # the joiners belong into emoji and into Persian and Indic words


def visible(text: str) -> str:
    """The text with control and format characters as JSON writes them: `\u001b`, `\u202e`.

    Lines end with a newline alone. Surrogates, which stand for bytes, stay.
    """
    return text.replace("\r\n", "\n").translate(_SHOWN)


class _Shown(dict[int, str]):
    """How each character is shown, looked up when it first comes."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        hidden = unicodedata.category(sign) in _HIDDEN and sign not in _KEPT
        self[code] = shown = json.dumps(sign)[1:-1] if hidden else sign
        return shown


_SHOWN = _Shown()
