"""Operations that look after the index, where notes are kept, and the notebook as a whole."""

import getpass
import sys
from collections.abc import Iterator
from typing import Any, Literal

from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.table import (
    Answer,
    Call,
    Told,
    address_trouble,
    fields_of,
    operation,
    with_meaning,
)
from desktop_app.faces.terminal import standard_input
from desktop_app.tiers.places import EXTRA, Passwords, checked, named
from desktop_app.tiers.store import Tier
from desktop_app.words import counted, size, together, tr

# -- the notebook as a whole ------------------------------------------------------------------


def _doctor_problem(findings: list[Answer]) -> Problem | None:
    wanting = sum(not one["ok"] for one in findings)
    told = counted("One thing asks for your attention.",
        "{count} things ask for your attention.", wanting)  # fmt: skip
    return Problem(told, tr("Each of them says what to do.")) if wanting else None


@operation(
    "doctor", tr("check the notebook"), "nightstand doctor",
    lambda findings: (
        f"{'ok ' if one['ok'] else '!! '} {one['check']:<8} {together(one['told'], one['hint'])}"
        for one in findings
    ),
    problem=_doctor_problem,
)  # fmt: skip
def _doctor(call: Call) -> Any:
    found = [fields_of(one, "check", "ok", "hint", told="message") for one in call.memory.doctor()]
    trouble = address_trouble(call)
    told = trouble or Problem(tr("Models run only where you allowed."))
    address = {"check": "address", "ok": not trouble, "hint": told.hint, "told": told.message}
    return [*found, address]


# -- older notes ------------------------------------------------------------------------------


def _password(call: Call, tier: str) -> Answer:
    """Keeps what is typed, or comes from a pipe, as the password of a tier's server."""
    typed = call.settings.get(f"tiers.{tier}")
    if "://" not in typed:
        raise Problem(
            tr("No server is chosen for this tier."),
            tr("Choose it first: nightstand settings tiers.{tier} ADDRESS").format(tier=tier),
        )
    at = checked(typed, tuple(call.settings.get("tiers.consent")))
    if sys.stdin is not None and sys.stdin.isatty():
        secret = getpass.getpass(tr("Password for {server}: ").format(server=at.named))
    else:
        secret = standard_input().partition("\n")[0].rstrip("\r")
    Passwords.beside(call.settings.path).set(at.address, secret)
    words = tr("Kept for {server}.") if secret else tr("Forgotten for {server}.")
    return Told({"kept_for": at.named, "kept": bool(secret)}, words, server=at.named)


def _moved_text(answer: Answer) -> str:
    text = counted("{count} file moved.", "{count} files moved.", answer["moved"])
    text += tr(" The search index takes {after}, {before} before.").format(
        after=size(answer["index_bytes"]), before=size(answer["index_bytes_before"])
    )
    if again := answer["read_again"]:
        text += tr(" Notes read again: {count}.").format(count=again)
    return text


def _tiers_text(answer: Answer) -> Iterator[str]:
    yield from map(_tier_text, answer["tiers"])
    yield from (tr("Not emptied yet: {place}").format(place=one) for one in answer["earlier"])
    yield tr("The search index takes {size}.").format(size=size(answer["index_bytes"]))
    if answer["would_leave"] or answer["would_return"]:
        told = tr("`nightstand tiers move` would move {leave} notes out and {come} back.")
        yield told.format(leave=answer["would_leave"], come=answer["would_return"])
    if not answer["possible"]:
        told = tr("All of it stays in the index: Parquet is not installed. {extra}")
        yield told.format(extra=EXTRA)


def _tier_text(one: Answer) -> str:
    text = tr("{tier:<5} {files} files, {entries} lines in {place}").format(**one)
    if one["oldest"]:
        text += tr(", the oldest of {day}").format(day=one["oldest"])
    if one["bytes"] is not None:
        text += tr(", in {size} of its own").format(size=size(one["bytes"]))
    if one["milliseconds"] is not None:
        text += tr(", which answers in {time} ms").format(time=f"{one['milliseconds']:.0f}")
    return text + (f" ({one['trouble']})" if one["trouble"] else "")


@operation(
    "tiers", tr("show or move old notes"), "nightstand tiers move", _tiers_text,
    looks=True, do=tr(
        "state (the default): say where notes are kept; move: take older notes out of the search "
        "index; back: bring all of them back; password: keep the password of a server"
    ),
    tier=tr("whose password"),
    stopped=tr("Stopped. What was moved stays moved, and the next move goes on from there."),
)  # fmt: skip
def _tiers(
    call: Call, do: Literal["state", "move", "back", "password"] = "state", *,
    tier: Tier | None = None,
) -> Any:  # fmt: skip
    if bool(tier) != (do == "password"):
        raise WrongUse(
            tr("--tier goes with password."),
            tr("Write: nightstand tiers password --tier cold"),
        )
    if tier:
        return _password(call, tier)
    tiers = call.memory.tiers
    if do == "state":
        status = tiers.status()
        every = [
            fields_of(one, "tier", "files", "entries", "trouble", "oldest", bytes="size")
            | {"place": named(one.place)}
            | {"milliseconds": one.milliseconds and round(one.milliseconds, 1)}
            for one in status.tiers
        ]
        numbers = {"index_bytes": "index", "would_leave": "due", "would_return": "back"}
        told = fields_of(status, **numbers, possible="can")
        return told | {"tiers": every, "earlier": list(map(named, status.earlier))}
    with_meaning(call)

    def report(done: int, every: int) -> None:
        call.report(tr("{done} of {count} notes").format(done=done, count=every))

    moved = tiers.move(report) if do == "move" else tiers.back(report)
    names = {"moved": "files", "index_bytes": "after", "index_bytes_before": "before"}
    answer = fields_of(moved, "read_again", **names)
    return Told(answer, _moved_text(answer))
