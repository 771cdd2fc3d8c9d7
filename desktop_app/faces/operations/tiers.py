"""Operations on where notes are kept by age and use."""

import getpass
import sys
from typing import Any

from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.engine import with_meaning
from desktop_app.faces.operations.table import Call, Operation, Parameter
from desktop_app.memory.tiers import TierMove, TiersStatus
from desktop_app.sizes import size
from desktop_app.tiers.chosen import EXTRA, checked, named
from desktop_app.tiers.passwords import Passwords
from desktop_app.tiers.rules import Tier
from desktop_app.words import counted, tr


def _tiers(call: Call) -> Any:
    do, dry = call["do"] or "state", call["dry_run"]
    if dry and do != "move":
        raise WrongUse(
            tr("--dry-run goes with move."), tr("Write it so: nightstand tiers move --dry-run")
        )
    if bool(call["tier"]) != (do == "password"):
        raise WrongUse(
            tr("--tier goes with password."),
            tr("Write it so: nightstand tiers password --tier cold"),
        )
    if do == "password":
        return _password(call, call["tier"])
    tiers = call.memory.tiers
    if do == "state":
        return _status_json(tiers.status())
    if dry:
        return {"would_move": {path: str(tier) for path, tier in sorted(tiers.due().items())}}
    with_meaning(call)

    def report(done: int, every: int) -> None:
        call.report(tr("{done} of {count} notes").format(done=done, count=every))

    return _moved_json(tiers.move(report) if do == "move" else tiers.back(report))


def _password(call: Call, tier: str) -> Any:
    """Keeps what is typed, or comes from a pipe, as the password of a tier's server."""
    typed = call.settings.get(f"tiers.{tier}")
    if "://" not in typed:
        raise Problem(
            tr("No server is chosen for this tier."),
            tr("Choose it first: nightstand settings tiers.{tier} ADDRESS").format(tier=tier),
        )
    at = checked(typed, tuple(call.settings.get("tiers.consent")))
    if sys.stdin is None:
        raise WrongUse(tr("There is no standard input to read."), "")
    if sys.stdin.isatty():
        secret = getpass.getpass(tr("Password for {server}: ").format(server=at.named))
    else:
        secret = sys.stdin.readline().rstrip("\r\n")
    Passwords.beside(call.settings.path).set(at.address, secret)
    return {"kept_for": at.named, "kept": bool(secret)}


def _status_json(status: TiersStatus) -> dict[str, Any]:
    return {
        "tiers": [
            {
                "tier": str(one.tier),
                "place": named(one.place),
                "files": one.files,
                "entries": one.entries,
                "oldest": one.oldest and one.oldest.isoformat(),
                "bytes": one.size,
                "milliseconds": one.milliseconds and round(one.milliseconds, 1),
                "trouble": one.trouble,
            }
            for one in status.tiers
        ],
        "index_bytes": status.index,
        "would_leave": status.due,
        "would_return": status.back,
        "possible": status.can,
        "earlier": list(map(named, status.earlier)),
    }


def _moved_json(moved: TierMove) -> dict[str, Any]:
    return {
        "moved": moved.files,
        "index_bytes": moved.after,
        "index_bytes_before": moved.before,
        "read_again": moved.read_again,
    }


def _text(answer: dict[str, Any]) -> str:
    if "would_move" in answer:
        lines = [f"{tier:<5} {path}" for path, tier in answer["would_move"].items()]
        return "\n".join(lines or [tr("Everything stands where it belongs.")])
    if "moved" in answer:
        return _moved_text(answer)
    if "kept_for" in answer:
        words = tr("Kept for {server}.") if answer["kept"] else tr("Forgotten for {server}.")
        return words.format(server=answer["kept_for"])
    lines = [_tier_text(one) for one in answer["tiers"]]
    lines += [tr("Not emptied yet: {place}").format(place=one) for one in answer["earlier"]]
    lines.append(tr("The search index takes {size}.").format(size=size(answer["index_bytes"])))
    if answer["would_leave"] or answer["would_return"]:
        lines.append(
            tr(
                "By the rule {leave} would leave it and {come} come back: nightstand tiers move"
            ).format(leave=answer["would_leave"], come=answer["would_return"])
        )
    if not answer["possible"]:
        lines.append(
            tr("All of it stays in the index: Parquet is not installed. {extra}").format(
                extra=EXTRA
            )
        )
    return "\n".join(lines)


def _tier_text(one: dict[str, Any]) -> str:
    text = tr("{tier:<5} {files} files, {entries} lines in {place}").format(
        tier=one["tier"], files=one["files"], entries=one["entries"], place=one["place"]
    )
    if one["oldest"]:
        text += tr(", the oldest of {day}").format(day=one["oldest"])
    if one["bytes"] is not None:
        text += tr(", in {size} of its own").format(size=size(one["bytes"]))
    if one["milliseconds"] is not None:
        text += tr(", which answers in {time} ms").format(time=f"{one['milliseconds']:.0f}")
    return text + (f" ({one['trouble']})" if one["trouble"] else "")


def _moved_text(answer: dict[str, Any]) -> str:
    text = counted("{count} file moved.", "{count} files moved.", answer["moved"])
    text += tr(" The search index takes {after}, {before} before.").format(
        after=size(answer["index_bytes"]), before=size(answer["index_bytes_before"])
    )
    if answer["read_again"]:
        text += tr(" {count} were read from the notes again.").format(count=answer["read_again"])
    return text


ROWS = (
    Operation(
        "tiers",
        tr("move older notes out"),
        "nightstand tiers move --dry-run",
        _tiers,
        _text,
        (
            Parameter(
                "do",
                tr(
                    "state (the default), move what belongs elsewhere, bring all back, or keep the "
                    "password of a server"
                ),
                default="state",
                choices=("state", "move", "back", "password"),
            ),
            Parameter("--tier", tr("whose password"), choices=tuple(map(str, Tier))),
            Parameter("--dry-run", tr("only say what would move"), flag=True),
        ),
        looks=True,
        stopped=tr("Stopped. What was moved stays moved, and the next move goes on from there."),
    ),
)
