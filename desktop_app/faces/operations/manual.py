"""The operation that prints the manual. It opens no notebook."""

from typing import Any

from desktop_app import manual
from desktop_app.errors import WrongUse
from desktop_app.faces.operations.table import Call, Operation, Parameter
from desktop_app.search import manual_hits
from desktop_app.words import tr


def _help(call: Call) -> Any:
    wanted = call["page"]
    if call["search"] is not None:
        return {"hits": [_found(hit) for hit in manual_hits.find(call["search"])]}
    if wanted is None:
        return [{"page": page.name, "title": page.title} for page in manual.pages()]
    for page in manual.pages():
        if page.name == wanted.removesuffix(".md").lower():
            return {"page": page.name, "title": page.title, "text": page.text}
    names = ", ".join(page.name for page in manual.pages())
    raise WrongUse(
        tr("The manual has no page “{wanted}”.").format(wanted=wanted),
        tr("Its pages are: {names}.").format(names=names),
    )


def _found(hit: manual_hits.ManualHit) -> dict[str, Any]:
    return {
        "page": hit.page.name,
        "title": hit.title,
        "line": hit.line,
        "text": hit.snippet,
        "marks": hit.marks,
    }


def _text(answer: Any) -> str:
    if isinstance(answer, dict) and "hits" in answer:
        rows = (f"{one['page']}:{one['line']}  {one['title']}\n    {one['text'].strip()}"
                for one in answer["hits"])  # fmt: skip
        return "\n".join(rows) or tr("No matches")
    if isinstance(answer, dict):
        return str(answer["text"]).removesuffix("\n")
    width = max(len(one["page"]) for one in answer)
    rows = (f"  {one['page']:<{width}}  {one['title']}" for one in answer)
    return "\n".join([tr("Pages of the manual, to read with `nightstand help PAGE`:"), *rows])


ROWS = (
    Operation(
        "help",
        tr("print the manual"),
        "nightstand help dreams",
        _help,
        _text,
        (
            Parameter("page", tr("which page (default: list the pages)")),
            Parameter("--search", tr("list the sections that say this"), takes="WORDS"),
        ),
        notebook=False,
    ),
)
