"""Operations that look after the index, and after the notebook as a whole."""

import time
from typing import Any

from desktop_app.errors import Problem
from desktop_app.faces.operations.engine import address_trouble, with_meaning
from desktop_app.faces.operations.table import Call, Operation, Parameter
from desktop_app.notebook.doctor import CheckResult
from desktop_app.search.loss import HINT
from desktop_app.words import as_sentence, counted, tr


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
        "files": counts.files,
        "chunks": counts.chunks,
        "seconds": round(time.monotonic() - started, 3),
        "behind": counts.behind,
        "lost": list(loss.paths) if loss else [],
        "told": call.memory.index.freshness.in_words,
        "problems": [*problems, *([f"{loss.in_words}."] if loss else [])],
    }
    with_meaning(call)
    if call.memory.meaning.choice.reads and not call["words"]:
        answer["meaning"] = await _read(call)
    return answer


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
            tr("Something is wrong with the index."), tr("Repair it: nightstand index --rebuild")
        )
    meaning = answer.get("meaning") or {}
    return Problem(meaning["problem"], meaning["hint"]) if meaning.get("problem") else None


def _doctor(call: Call) -> Any:
    return [
        {"check": one.check, "ok": one.ok, "told": one.message, "hint": one.hint}
        for one in (*call.memory.doctor(), _address(call))
    ]


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


def _report(call: Call) -> Any:
    return {"report": call.memory.problem_report(call.settings.get)}


ROWS = (
    Operation(
        "report",
        tr("tell what helps to find a mistake in the program, without a word of your notes"),
        "nightstand report",
        _report,
        lambda answer: str(answer["report"]),
    ),
    Operation(
        "index",
        tr("bring the search index up to date"),
        "nightstand index --check",
        _index,
        _index_text,
        (
            Parameter("--rebuild", tr("make a new index from the files"), flag=True, group="how"),
            Parameter(
                "--check",
                tr("check that the index is whole and agrees with the files"),
                flag=True,
                group="how",
            ),
            Parameter(
                "--let-go", tr("forget what notes said that were emptied or are gone"), flag=True
            ),
            Parameter("--words", tr("index only the words; read what lines mean later"), flag=True),
        ),
        problem=_index_problem,
        stopped=tr("Stopped. What was read stays, and the next run goes on from there."),
    ),
    Operation(
        "doctor",
        tr("check the notebook"),
        "nightstand doctor",
        _doctor,
        _doctor_text,
        problem=_doctor_problem,
    ),
)
