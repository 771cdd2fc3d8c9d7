"""Operations on where notes are kept by age and use."""

from typing import Any

from desktop_app.errors import WrongUse
from desktop_app.faces.operations.engine import with_meaning
from desktop_app.faces.operations.table import Call, Operation, Parameter
from desktop_app.memory.tiers import TierMove, TiersStatus
from desktop_app.sizes import size
from desktop_app.tiers.local import EXTRA
from desktop_app.words import counted, tr


def _tiers(call: Call) -> Any:
    do, dry = call["do"] or "state", call["dry_run"]
    if dry and do != "move":
        raise WrongUse(
            tr("--dry-run goes with move."), tr("Write it so: nightstand tiers move --dry-run")
        )
    tiers = call.memory.tiers
    if do == "state":
        return _status_json(tiers.status())
    if dry:
        return {"would_move": {path: str(tier) for path, tier in sorted(tiers.due().items())}}
    with_meaning(call)

    def report(done: int, every: int) -> None:
        call.report(tr("{done} of {count} notes").format(done=done, count=every))

    return _moved_json(tiers.move(report) if do == "move" else tiers.back(report))


def _status_json(status: TiersStatus) -> dict[str, Any]:
    return {
        "tiers": [
            {
                "tier": str(one.tier),
                "files": one.files,
                "entries": one.entries,
                "oldest": one.oldest and one.oldest.isoformat(),
                "bytes": one.size,
                "trouble": one.trouble,
            }
            for one in status.tiers
        ],
        "index_bytes": status.index,
        "would_leave": status.due,
        "would_return": status.back,
        "possible": status.can,
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
    lines = [_tier_text(one) for one in answer["tiers"]]
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
    text = tr("{tier:<5} {files} files, {entries} lines").format(
        tier=one["tier"], files=one["files"], entries=one["entries"]
    )
    if one["oldest"]:
        text += tr(", the oldest of {day}").format(day=one["oldest"])
    if one["bytes"] is not None:
        text += tr(", in {size} of its own").format(size=size(one["bytes"]))
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
        tr("say where notes are kept by age and use, move older ones out of the index, or back"),
        "nightstand tiers move --dry-run",
        _tiers,
        _text,
        (
            Parameter(
                "do",
                tr("state (the default), move what belongs elsewhere, or bring all back"),
                default="state",
                choices=("state", "move", "back"),
            ),
            Parameter("--dry-run", tr("only say what would move"), flag=True),
        ),
        looks=True,
        stopped=tr("Stopped. What was moved stays moved, and the next move goes on from there."),
    ),
)
