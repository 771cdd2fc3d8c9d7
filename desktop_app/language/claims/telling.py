"""What is wrong with a claim, in a sentence for people. Knows findings and the nearest line."""

from desktop_app.language.claims.facts import numbers
from desktop_app.language.claims.names import names
from desktop_app.language.claims.sources import Finding, Said
from desktop_app.language.reading import Reading

NOTHING = "there is no line that this rests on"


def message(found: Finding, claim: Reading, line: Said) -> str:
    """One sentence; `line` is the source that comes closest."""
    words = ", ".join(f"'{word}'" for word in found.words)
    if found.kind == "topic":
        return "none of these lines is about this"
    if found.kind == "order":
        return f"{words} stands in another place in the notes"
    if found.kind == "part":
        return f"this leaves out '{found.instead}'"
    if found.kind == "speaker":
        return _about_whom(found, claim, line)
    if found.kind == "negation":
        if found.instead:
            return f"the notes deny this with '{found.instead}'"
        return f"{words} is not in the notes: they say this without it"
    if found.kind == "modality":
        return "the notes plan this or leave it open, they do not say that it is so"
    instead = found.instead or _instead(found, claim, line)
    if found.source is not None and found.kind in ("number", "date"):
        return f"the notes say {words} of something else" + (
            f"; here they say '{instead}'" if instead else ""
        )
    return f"{words} is not in the notes" + (f"; they say '{instead}'" if instead else "")


def left_out(found: Finding) -> str:
    """That a hard fact of a line is missing in what it is merged into."""
    return f"'{found.words[0]}' would be left out"


def _about_whom(found: Finding, claim: Reading, line: Said) -> str:
    other = found.instead or next(
        (name.text for name in names(line.reading) if name.level not in claim.level), ""
    )
    who = (
        f"of {other}, not of {found.words[0]}"
        if other
        else f"of somebody else than {found.words[0]}"
    )
    return f"the notes say this {who}"


def _instead(found: Finding, claim: Reading, line: Said) -> str:
    """What the line says in the place of a hard fact, when there is only one such thing."""
    text = line.reading.text
    if found.kind == "number":
        mine = {one.value for one in numbers(claim.text)}
        unit = next((one.unit for one in numbers(claim.text) if one.start == found.span[0]), "")
        there = [one for one in line.numbers if not one.soft and one.value not in mine]
        there = [one for one in there if one.unit == unit] or there
        spans = [(one.start, one.end) for one in there]
    elif found.kind == "date":
        spans = [(one.start, one.end) for one in line.moments if one.kind != "year"]
    elif found.kind == "name":
        spans = [
            (one.start, one.end) for one in names(line.reading) if one.level not in claim.level
        ]
    else:
        return ""
    told = list(dict.fromkeys(text[start:end].strip() for start, end in spans))
    return told[0] if len(told) == 1 else ""
