"""The operation that prints the manual. It opens no notebook."""

from typing import Any

from desktop_app import manual
from desktop_app.errors import WrongUse
from desktop_app.faces.operations.table import Call, Operation, Parameter
from desktop_app.words import tr


def _help(call: Call) -> Any:
    wanted = call["page"]
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


def _text(answer: Any) -> str:
    if isinstance(answer, dict):
        return str(answer["text"]).removesuffix("\n")
    width = max(len(one["page"]) for one in answer)
    rows = (f"  {one['page']:<{width}}  {one['title']}" for one in answer)
    return "\n".join([tr("Pages of the manual, to read with `nightstand help PAGE`:"), *rows])


ROWS = (
    Operation(
        "help",
        tr("print a page of the manual"),
        "nightstand help dreams",
        _help,
        _text,
        (Parameter("page", tr("which page (default: list the pages)")),),
        notebook=False,
    ),
)
