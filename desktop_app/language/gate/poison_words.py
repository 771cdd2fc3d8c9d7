"""What a suspicious line would do, in a person's words. Knows findings, not where they stand."""

from collections.abc import Iterable, Sequence
from functools import reduce

from desktop_app.language.gate.poison import (
    Certainty,
    PoisonDeed,
    PoisonFinding,
    PoisonKind,
    with_signs,
)
from desktop_app.visible import visible
from desktop_app.words import counted, cut, tr

_MOST = 160  # characters of a hidden text that are shown


def sure_words(certainty: Certainty) -> str:
    """Almost certain, likely or possible."""
    return {
        Certainty.CERTAIN: tr("Almost certain"),
        Certainty.LIKELY: tr("Likely"),
        Certainty.POSSIBLE: tr("Possible"),
    }[certainty]


def deed_words(deeds: Iterable[PoisonDeed]) -> list[str]:
    """What a model would be asked for, one phrase a deed."""
    words = {
        PoisonDeed.OVERRIDE: tr("tells a model to ignore its instructions"),
        PoisonDeed.REMEMBER: tr("wants to change what is remembered"),
        PoisonDeed.CONCEAL: tr("wants something hidden from you"),
        PoisonDeed.SEND: tr("asks for notes or secrets, or to send them"),
        PoisonDeed.PERSONA: tr("gives a model another role"),
        PoisonDeed.SAY: tr("tells a model what to say or do"),
        PoisonDeed.POSE: tr("poses as the system"),
        PoisonDeed.RUN: tr("wants a command run"),
        PoisonDeed.LEAVE: tr("lets an agent act without asking you"),
    }
    return [words[deed] for deed in deeds]


def does_words(finding: PoisonFinding, *, quoting: bool = True) -> str:
    """What was found, in a phrase; `quoting`: with the text that is hidden."""
    told = [_way_words(finding, quoting)] if finding.kind != PoisonKind.ORDER else []
    return _joined([*told, *deed_words(finding.deeds)])


def all_words(findings: Iterable[PoisonFinding]) -> str:
    """All that was found, as the beginning of a sentence."""
    words = _joined([does_words(one) for one in findings])
    return words[:1].upper() + words[1:]


def _joined(phrases: Sequence[str]) -> str:
    return reduce(lambda one, other: tr("{one}; {other}").format(one=one, other=other), phrases)


def findings_words(findings: Iterable[PoisonFinding]) -> str:
    """All that was found, a line each: `Likely: wants a command run`."""
    return "\n".join(
        tr("{sure}: {does}").format(sure=sure_words(one.certainty), does=does_words(one))
        for one in findings
    )


def line_words(line: str, most: int) -> str:
    """A line as it can be shown: hidden characters are told by their number."""
    told = with_signs(line.strip(), lambda count: tr("[{count} hidden]").format(count=count))
    return cut(visible(told), most)


def _way_words(one: PoisonFinding, quoting: bool) -> str:
    says = _short(one.says) if quoting else ""
    if one.way == "entities":
        return tr("writes letters of “{word}” as codes").format(word=says or "…")
    if one.kind == PoisonKind.LOOKALIKE:
        if not says:
            return tr("spells a word with letters of another alphabet")
        return tr("spells “{word}” with letters of another alphabet").format(word=says)
    if one.kind == PoisonKind.ENCODED:
        words = tr("holds a text in {code}") if not says else tr("holds in {code}: “{says}”")
        return words.format(code=_code(one.way), says=says)
    if one.way in ("comment", "style", "attribute"):
        hidden = tr("hides a text that no reader shows")
        return tr("{hidden}: “{says}”").format(hidden=hidden, says=says) if says else hidden
    if one.way == "control":
        return tr("has characters that steer a terminal")
    if one.way == "turned":
        return tr("turns letters round, so that it reads otherwise than it is")
    hidden = counted(
        "hides {count} character", "hides {count} characters", len(one.says) or one.end - one.start
    )
    return tr("{hidden}: “{says}”").format(hidden=hidden, says=says) if says else hidden


def _code(way: str) -> str:
    return {
        "hex": tr("hexadecimal"),
        "bits": tr("binary"),
        "percent": tr("URL encoding"),
        "escapes": tr("escapes"),
        "numbers": tr("numbers for letters"),
        "figures": tr("figures among letters"),
        "apart": tr("letters set apart"),
        "backwards": tr("letters from the end"),
        "Morse": tr("Morse code"),
    }.get(way, way)


def _short(text: str) -> str:
    return cut(visible(" ".join(text.split())), _MOST)
