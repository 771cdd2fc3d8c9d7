"""`make words`: the catalogues brought up to the texts of the program, compiled, and what they lack.

Texts are found by Babel. A catalogue has no places of texts and no dates, so it changes only where
a text does. Traditional Chinese that is missing is drafted from the Simplified; look at it.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path

import opencc
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent.parent
PLACES = ROOT / "resources" / "translations"
LOCALES = ("zh_CN", "zh_TW")
KEYWORDS = {"tr": None, "counted": (1, 2)}
_NEVER = datetime(2026, 1, 1, tzinfo=UTC)

TERMS = {
    "智慧體": "代理程式", "主控臺": "主控台", "臺": "台", "裡": "裡", "固定": "釘選", "應用": "套用",
    "撤銷": "復原", "撤回": "收回",
}  # fmt: skip
"""What Taiwan says otherwise, beyond what OpenCC knows; after it."""


def po(locale: str) -> Path:
    """Where a catalogue is written by hand; its compiled form lies beside it, as .mo."""
    return PLACES / locale / "LC_MESSAGES" / "nightstand.po"


def texts() -> list[str | tuple[str, str]]:
    """Each text of the program once, those with a number as a pair, in the order of the words."""
    found = extract_from_dir(
        str(ROOT / "desktop_app"), [("**.py", "python")], keywords=KEYWORDS, strip_comment_tags=True
    )
    return sorted({message for _, _, message, _, _ in found}, key=lambda one: str(one))


def read(locale: str) -> Catalog:
    """A catalogue as it is written."""
    with po(locale).open("rb") as file:
        return read_po(file, locale)


def said(message: Message | None) -> str:
    """The one form that Chinese has."""
    string = message.string if message else ""
    return string if isinstance(string, str) else string[0]


def entries(catalogue: Catalog) -> Iterator[Message]:
    """All but the head."""
    return (message for message in catalogue if message.id)


def compiled(catalogue: Catalog) -> bytes:
    """As the program reads it."""
    catalogue.creation_date = catalogue.revision_date = _NEVER
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def draft(simplified: str) -> str:
    """Traditional Chinese as Taiwan writes it, to be looked at."""
    text: str = _taiwan().convert(simplified)
    for term, taiwan in TERMS.items():
        text = text.replace(term, taiwan)
    return text.translate(str.maketrans("“”‘’", "「」『』"))


@cache
def _taiwan() -> opencc.OpenCC:
    return opencc.OpenCC("s2twp")


def renewed(locale: str, given: dict[str | tuple[str, str], str]) -> Catalog:
    """A catalogue with the texts of today and what is given for them."""
    new = Catalog(locale, project="Nightstand", fuzzy=False, header_comment="")
    for text in texts():
        told = given.get(text, "")
        new.add(text, (told,) if isinstance(text, tuple) else told)
    for message in entries(new):
        message.flags.clear()
    return new


def write(locale: str, catalogue: Catalog) -> None:
    """Write the catalogue, and compile it."""
    file = BytesIO()
    write_po(file, catalogue, width=0, omit_header=True)
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    head += '"Plural-Forms: nplurals=1; plural=0;\\n"\n\n'
    po(locale).write_bytes(head.encode() + file.getvalue().strip() + b"\n")
    po(locale).with_suffix(".mo").write_bytes(compiled(read(locale)))


def main() -> int:
    """Bring all catalogues up to date; returns how many texts have no translation."""
    missing = 0
    simplified: dict[str | tuple[str, str], str] = {}
    for locale in LOCALES:
        given = {message.id: said(message) for message in entries(read(locale))}
        if locale == "zh_CN":
            simplified = given
        else:
            drafts = {text: draft(told) for text, told in simplified.items() if told}
            for text in drafts.keys() & set(texts()):
                if not given.get(text):
                    print(f"{locale}: drafted, look at it: {drafts[text]}")
            given = drafts | {text: told for text, told in given.items() if told}
        new = renewed(locale, given)
        write(locale, new)
        for message in entries(new):
            if not said(message):
                print(f"{po(locale).relative_to(ROOT)}: {message.id!r}")
                missing += 1
    return missing


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
