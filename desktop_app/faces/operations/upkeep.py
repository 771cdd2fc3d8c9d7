"""Operations that look after the index, where notes are kept, and the notebook as a whole."""

import getpass
import sys
import time
from typing import Any

from desktop_app.errors import Problem, WrongUse
from desktop_app.faces.operations.engine import address_trouble, with_meaning
from desktop_app.faces.operations.table import Call, Parameter, fields_of, operation
from desktop_app.memory.tiers import TierMove, TiersStatus
from desktop_app.notebook.doctor import CheckResult
from desktop_app.search.loss import HINT
from desktop_app.sizes import size
from desktop_app.tiers.chosen import EXTRA, checked, named
from desktop_app.tiers.passwords import Passwords
from desktop_app.tiers.rules import Tier
from desktop_app.words import as_sentence, counted, tr


async def _read(call: Call) -> dict[str, Any]:
    """Give every line its vector; if that fails, the words are indexed all the same."""

    def report(done: int, lines: int) -> None:
        call.report(tr("Reading what lines mean: {done} of {lines}").format(done=done, lines=lines))

    started, meaning = time.monotonic(), call.memory.meaning
    problem = None
    before = meaning.status().counters.miss
    try:
        await meaning.keep_up(report)
    except Problem as failure:
        problem = failure
    status = meaning.status()
    return {
        "embedder": status.embedder,
        "read": status.done,
        "lines": status.lines,
        "refused": status.refused,
        "given": max(0, status.counters.miss - before),  # also of a run that failed on its way
        "seconds": round(time.monotonic() - started, 3),
        "problem": problem and problem.message,
        "hint": problem and problem.hint,
    }


def _index_text(answer: Any) -> str:
    text = tr("{files}, {lines} indexed in {seconds} s").format(
        files=counted("{count} file", "{count} files", answer["files"]),
        lines=counted("{count} line", "{count} lines", answer["chunks"]),
        seconds=answer["seconds"],
    )
    text = as_sentence(f"{text}; {answer['told']}" if answer["behind"] else text)
    text = "\n".join([text, *answer["problems"]])
    if meaning := answer.get("meaning"):
        text += tr("\n{read} of {lines} lines read for their meaning by ").format(
            read=meaning["read"], lines=meaning["lines"]
        )
        text += tr("{embedder}, {given} of them in {seconds} s.").format(
            embedder=meaning["embedder"], given=meaning["given"], seconds=meaning["seconds"]
        )
        if meaning["refused"]:
            text += tr(" {refused} it can't read; they are found by words alone.").format(
                refused=meaning["refused"]
            )
    return text


def _index_problem(answer: Any) -> Problem | None:
    if answer.get("lost"):
        return Problem(tr("Notes seem lost, so the index keeps what they said."), HINT)
    if answer["problems"]:
        return Problem(
            tr("Something is wrong with the index."),
            tr("Repair it: nightstand search --index --rebuild"),
        )
    meaning = answer.get("meaning") or {}
    return Problem(meaning["problem"], meaning["hint"]) if meaning.get("problem") else None


def _address(call: Call) -> CheckResult:
    if trouble := address_trouble(call):
        return CheckResult("address", False, trouble.message, trouble.hint)
    return CheckResult("address", True, tr("Models are asked where you allowed it."))


def _doctor_text(findings: list[dict[str, Any]]) -> str:
    return "\n".join(
        f"{'ok ' if one['ok'] else '!! '} {one['check']:<8} {one['told']} {one['hint']}".rstrip()
        for one in findings
    )


def _doctor_problem(findings: list[dict[str, Any]]) -> Problem | None:
    wanting = sum(not one["ok"] for one in findings)
    if not wanting:
        return None
    things = (
        tr("{wanting} things ask").format(wanting=wanting) if wanting > 1 else tr("One thing asks")
    )
    return Problem(
        tr("{told} for your attention.").format(told=things), tr("Each of them says what to do.")
    )


@operation(
    "report",
    tr("tell what helps to find a mistake in the program, without a word of your notes"),
    "nightstand report",
    lambda answer: str(answer["report"]),
)
def _report(call: Call) -> Any:
    return {"report": call.memory.problem_report(call.settings.get)}


@operation(
    "index",
    tr("bring the search index up to date"),
    "nightstand index --check",
    _index_text,
    Parameter("--rebuild", tr("make a new index from the files"), flag=True, group="how"),
    Parameter(
        "--check",
        tr("check that the index is whole and agrees with the files"),
        flag=True,
        group="how",
    ),
    Parameter("--let-go", tr("forget what notes said that were emptied or are gone"), flag=True),
    Parameter("--words", tr("index only the words; read what lines mean later"), flag=True),
    problem=_index_problem,
    stopped=tr("Stopped. What was read stays, and the next run goes on from there."),
)
async def _index(call: Call) -> Any:
    started = time.monotonic()
    problems: list[str] = []
    if call["rebuild"]:
        call.report(tr("Reading every file"))
        call.memory.index.rebuild(believe=call["let_go"])
    elif call["let_go"]:
        call.memory.index.accept_loss()
    else:
        call.memory.index.refresh()
    call.memory.index.clear()
    if call["check"]:
        problems = call.memory.index.check()
    counts, loss = call.memory.index.counts(), call.memory.index.freshness.loss
    answer: dict[str, Any] = {
        **fields_of(counts, "files", "chunks", "behind"),
        "seconds": round(time.monotonic() - started, 3),
        "lost": list(loss.paths) if loss else [],
        "told": call.memory.index.freshness.in_words,
        "problems": [*problems, *([f"{loss.in_words}."] if loss else [])],
    }
    with_meaning(call)
    if call.memory.meaning.choice.reads and not call["words"]:
        answer["meaning"] = await _read(call)
    return answer


@operation(
    "doctor", tr("check the notebook"), "nightstand doctor", _doctor_text, problem=_doctor_problem
)
def _doctor(call: Call) -> Any:
    return [
        {**fields_of(one, "check", "ok", "hint"), "told": one.message}
        for one in (*call.memory.doctor(), _address(call))
    ]


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
                **fields_of(one, "files", "entries", "trouble"),
                "oldest": one.oldest and one.oldest.isoformat(),
                "bytes": one.size,
                "milliseconds": one.milliseconds and round(one.milliseconds, 1),
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


@operation(
    "tiers",
    tr("move older notes out"),
    "nightstand tiers move --dry-run",
    _text,
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
    looks=True,
    stopped=tr("Stopped. What was moved stays moved, and the next move goes on from there."),
)
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
