"""Answers of the poison lab in words."""

from typing import Any

from desktop_app.words import tr

_MOST = 120  # characters of a line that are shown


def poison_text(answer: dict[str, Any]) -> str:
    """What an operation of the poison lab answered, for a person."""
    if "found" in answer:
        rows = [_found(one) for one in answer["found"]]
        return "\n\n".join(rows) or tr("No line seems to be written to steer a model.")
    if "held" in answer:
        rows = [_held(one) for one in answer["held"]]
        rows += [
            tr("{id}  is fine: {text}").format(id=one["id"], text=_short(one["text"]))
            for one in answer["called_fine"]
        ]
        return "\n".join(rows) or tr("Nothing is in quarantine, and nothing was called fine.")
    if "quarantined" in answer:
        undo = tr("To put it back: nightstand poison back {id}")
        return f"{tr('The line is in quarantine.')} {undo.format(id=answer['quarantined'])}"
    if "fine" in answer:
        undo = tr("To have it marked again: nightstand poison back {id}")
        return f"{tr('The line is marked no more.')} {undo.format(id=answer['fine'])}"
    return tr("The line is marked again.") if "marked" in answer else tr("The line is back.")


def _found(one: dict[str, Any]) -> str:
    from desktop_app.language.gate.poison import Certainty  # long to load
    from desktop_app.language.gate.poison_words import sure_words

    lines = [f"{one['path']}:{one['line']}  {_short(one['text'])}"]
    lines += [
        f"    {sure_words(Certainty(each['certainty']))}: {each['does']}"
        for each in one["findings"]
    ]
    return "\n".join(lines)


def _held(one: dict[str, Any]) -> str:
    return f"{one['id']}  {one['path']}:{one['line']}  {_short(one['text'])}"


def _short(text: str) -> str:
    from desktop_app.language.gate.poison_words import line_words

    return line_words(text, _MOST)
