"""`make words`: the catalogues brought up to the program's texts, compiled, and what they lack.

A catalogue has no places of texts and no dates, so it changes only where
a text does. Traditional Chinese that is missing is drafted from the Simplified; look at it.
"""

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path

import opencc
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent.parent
PLACES = ROOT / "resources" / "translations"
LOCALES = ("zh_CN", "zh_TW")
_NEVER = datetime(2026, 1, 1, tzinfo=UTC)

TERMS: dict[str, str] = tomllib.loads(
    Path(__file__).with_name("taiwan.toml").read_text(encoding="utf-8")
)


def po(locale: str) -> Path:
    """Where a catalogue is written by hand; its compiled form lies beside it, as .mo."""
    return PLACES / locale / "LC_MESSAGES" / "nightstand.po"


Text = str | tuple[str, str]  # a pair: of one and of many


def texts(trees: Iterable[ast.Module]) -> list[Text]:
    """Each text of these modules once, in the order of the words; a pair where it has a number."""
    found: set[Text] = set()
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
            words = [arg.value for arg in node.args[:2] if isinstance(arg, ast.Constant)]
            if name == "tr" and words:
                found.add(words[0])
            elif name == "counted" and len(words) == 2:
                found.add((words[0], words[1]))
    of_one = {text[0] for text in found if isinstance(text, tuple)}
    return sorted(found - of_one, key=str)


def trees() -> Iterator[ast.Module]:
    """The modules of the program."""
    for path in sorted((ROOT / "desktop_app").rglob("*.py")):
        yield ast.parse(path.read_text(encoding="utf-8"))


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
    terms = re.compile("|".join(sorted(TERMS, key=len, reverse=True)))
    return terms.sub(lambda met: TERMS[met[0]], text).translate(str.maketrans("“”‘’", "「」『』"))


@cache
def _taiwan() -> opencc.OpenCC:
    return opencc.OpenCC("s2twp")


def renewed(locale: str, given: Mapping[Text, str], wanted: Iterable[Text]) -> Catalog:
    """A catalogue with the wanted texts and what is given for them."""
    new = Catalog(locale, project="Nightstand", fuzzy=False, header_comment="")
    for text in wanted:
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


def main(more: Iterable[str] = ()) -> int:
    """Bring all catalogues up to date; returns how many texts have no translation.

    `more` are JSON files with Simplified Chinese by the English text, of a pair by that of one.
    """
    wanted, simplified, missing = texts(trees()), {}, 0
    new = {one: told for file in more for one, told in json.loads(Path(file).read_bytes()).items()}
    for locale in LOCALES:
        given = {message.id: said(message) for message in entries(read(locale))}
        if locale == "zh_CN":
            by_one = {text: text if isinstance(text, str) else text[0] for text in wanted}
            given |= {text: new[one] for text, one in by_one.items() if one in new}
        for text in wanted:
            if simplified.get(text) and not given.get(text):
                given[text] = draft(simplified[text])
                print(f"{locale}: drafted, look at it: {given[text]}")
            if not given.get(text):
                print(f"{locale}: missing: {text!r}")
                missing += 1
        write(locale, renewed(locale, given, wanted))
        simplified = simplified or given
    return missing


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
