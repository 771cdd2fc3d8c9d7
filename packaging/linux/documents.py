"""What a Linux desktop reads of a program: its manual page, completions, AppStream's metainfo.

All made from what the program says of itself: its parser, CHANGELOG.md, pyproject.toml.
"""

import argparse
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from xml.etree import ElementTree as Xml

import shtab

_PLACES = {"DIR": shtab.DIRECTORY, "FILE": shtab.FILE, "PATH": shtab.FILE}
_POINTS = 10  # of a release, at most: a page in a software centre is no changelog
FILES = """\
.SH FILES
.TP
.I MEMORY.md, memory/*.md
A notebook: plain Markdown, in any folder of yours.
.TP
.I ~/.local/share/nightstand
Earlier versions, waiting dreams, the search index.
.TP
.I ~/.config/nightstand/settings.toml
The settings.
.SH EXIT STATUS
0 done, or nothing to do; 2 wrong usage; 3 a problem, which is said; 130 stopped.
.SH SEE ALSO
.B nightstand help
prints the manual.
"""


def manual(parser: argparse.ArgumentParser, version: str, epoch: int) -> str:
    """`nightstand(1)`, in the language of man pages."""
    day = datetime.fromtimestamp(epoch, UTC).date()
    lines = [
        f'.TH NIGHTSTAND 1 {day} "Nightstand {version}" "User Commands"',
        ".SH NAME",
        r"nightstand \- a home for the memory of an AI agent, or your own, kept as plain Markdown",
        ".SH SYNOPSIS",
        ".B nightstand",
        r"[\fIOPTION\fR] [\fICOMMAND\fR [\fIARGUMENT\fR ...]]",
        ".SH DESCRIPTION",
        _roff(parser.description or ""),
        ".SH OPTIONS",
        *_options(parser),
        ".SH COMMANDS",
    ]
    for name, command in commands(parser).items():
        usage = " ".join(command.format_usage().removeprefix("usage: ").split())
        lines += [f".SS {name}", _roff(command.description or ""), ".PP", _roff(usage)]
        lines += [*_options(command, known=parser), ".PP", _roff(command.epilog or "")]
    return "\n".join(lines) + "\n" + FILES


def commands(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    """Each command's own parser."""
    found = (a.choices for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    return next(found)


def completions(parser: argparse.ArgumentParser) -> dict[str, str]:
    """For each shell, where its file belongs below `share/`, and what is in it."""
    for each in (parser, *commands(parser).values()):
        for action in each._actions:
            if action.metavar in _PLACES:
                action.complete = _PLACES[action.metavar]  # type: ignore[attr-defined]
    places = {
        "bash": "bash-completion/completions/nightstand",
        "zsh": "zsh/vendor-completions/_nightstand",
        "fish": "fish/vendor_completions.d/nightstand.fish",
    }
    return {place: shtab.complete(parser, shell) for shell, place in places.items()}


def metainfo(identity: str, changelog: str, version: str, epoch: int, home: str) -> bytes:
    """AppStream's description. `home` is the address of the source, and of the pictures."""
    top = Xml.Element("component", type="desktop-application")

    def add(parent: Xml.Element, tag: str, text: str = "", **attributes: str) -> Xml.Element:
        made = Xml.SubElement(parent, tag, attributes)
        made.text = text or None
        return made

    add(top, "id", identity)
    add(top, "name", "Nightstand")
    add(top, "summary", "Keep the memory of an AI agent, or your own")
    add(top, "metadata_license", "CC0-1.0")
    add(top, "project_license", "MIT")
    add(add(top, "developer", id=identity.rpartition(".")[0]), "name", "Nightstand contributors")
    told = add(top, "description")
    for text in (
        "Agents write one file of notes for each day, and so do many people. What is worth "
        "keeping belongs in one short file. Nightstand proposes what to put there, and you decide.",
        "Your notes are plain Markdown in your own folder. Nothing is written before you agree, "
        "and one click takes it back. Nightstand works offline.",
    ):
        add(told, "p", text)
    add(top, "launchable", f"{identity}.desktop", type="desktop-id")
    add(add(top, "provides"), "binary", "nightstand")
    add(top, "content_rating", type="oars-1.1")
    if home:
        add(top, "url", home, type="homepage")
        add(top, "url", f"{home}/issues", type="bugtracker")
        pictures = add(top, "screenshots")
        for name, caption in (("review", "Reviewing a dream"), ("memory", "The memory")):
            kind = {"type": "default"} if name == "review" else {}
            picture = add(pictures, "screenshot", **kind)
            add(picture, "caption", caption)
            place = f"raw/v{version}/packaging/screenshots/{name}-light.png"
            add(picture, "image", f"{home}/{place}", type="source")
    day = str(datetime.fromtimestamp(epoch, UTC).date())
    releases = add(top, "releases")
    for heading, points in _releases(changelog):
        number, _, date = (heading if heading != "Unreleased" else f"{version} {day}").partition(
            " "
        )
        release = add(releases, "release", version=number, date=date.strip(" ()-–") or day)
        listed = add(add(release, "description"), "ul")
        for point in points[:_POINTS]:
            add(listed, "li", point)
    Xml.indent(top)
    return Xml.tostring(top, encoding="utf-8", xml_declaration=True) + b"\n"


def _releases(changelog: str) -> Iterator[tuple[str, list[str]]]:
    """Each heading with its points, as plain text."""
    for part in changelog.split("\n## ")[1:]:
        heading, _, body = part.partition("\n")
        points = (" ".join(point.split()) for point in body.split("\n- ") if point.strip("- \n"))
        yield heading, [re.sub(r"[`*]|\]\([^)]*\)|\[", "", p).removeprefix("- ") for p in points]


def _options(
    parser: argparse.ArgumentParser, known: argparse.ArgumentParser | None = None
) -> Iterator[str]:
    """What may be given, but for what the whole program takes."""
    said = (
        {option for action in known._actions for option in action.option_strings} if known else ()
    )
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) or set(action.option_strings) & set(said):
            continue
        values = action.metavar if action.nargs != 0 else ""
        values = "|".join(action.choices) if action.choices and not values else values or ""
        names = ", ".join(rf"\fB{_roff(name)}\fR" for name in action.option_strings)
        yield f".TP\n{names} \\fI{_roff(str(values))}\\fR".replace(r" \fI\fR", "")
        yield _roff((action.help or "").replace("%%", "%"))


def _roff(text: str) -> str:
    """A text in which nothing is a command of man's."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("…", "...")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)
