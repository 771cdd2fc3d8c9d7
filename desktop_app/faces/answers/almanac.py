"""Answers about almanacs."""

from typing import TYPE_CHECKING, Any

from desktop_app.dreams.almanac.telling import almanac_json
from desktop_app.faces.answers.dreams import unsaid_text
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.dreams.almanac.told import ToldAlmanac
    from desktop_app.dreams.almanac.writing import WrittenAlmanac


def looked_json(told: "ToldAlmanac") -> dict[str, Any]:
    """The same where the command only shows it."""
    return almanac_json(told.almanac) | _words(told) | {"done": None, "kept": False, "both": 0}


def written_json(written: "WrittenAlmanac") -> dict[str, Any]:
    """The same of one that was written, and what became of its file."""
    became = {"done": written.done, "kept": written.kept, "both": written.both}
    return almanac_json(written.almanac) | _words(written) | became


def almanac_text(answer: dict[str, Any]) -> str:
    """An almanac for people, each line with the places that it rests on."""
    lines = [answer["span"], answer["meta"], ""]
    lines += [answer["prose"], ""] if answer["prose"] else []
    for section in answer["sections"]:
        lines.append(section["title"])
        for line in section["lines"]:
            lines.append(f"  - {line['text']}")
            lines += [f"      {one['path']}:{one['line']}" for one in line["sources"]]
        lines.append("")
    lines += unsaid_text(answer["unsaid"])
    if answer["wordless"]:
        lines.append(no_opening(answer["wordless"]))
    said = {
        "made": tr("Written: {path}"),
        "renewed": tr("Written anew: {path}"),
        "same": tr("{path} says this already."),
    }
    if answer["done"]:
        lines.append(said[answer["done"]].format(path=answer["path"]))
    if answer["kept"]:
        lines.append(tr("What you wrote into it stays."))
    if answer["both"]:
        lines.append(
            counted(
                "At {count} place your lines stand where newer ones would.",
                "At {count} places your lines stand where newer ones would.",
                answer["both"],
            )
        )
    return "\n".join(lines).rstrip()


def no_opening(why: str) -> str:
    """Why a model that was to open an almanac did not."""
    return tr("No model opened it: {why}").format(why=why)


def _words(told: "ToldAlmanac | WrittenAlmanac") -> dict[str, Any]:
    """How many sentences of a model were left out, and why it has no opening, "" where it has."""
    return {"unsaid": told.unsaid, "wordless": told.wordless}
