"""The operation on the template for new days."""

import sys
from typing import Any

from desktop_app.errors import WrongUse
from desktop_app.faces.operations.table import Call, Operation, Parameter
from desktop_app.notebook.template import GAPS
from desktop_app.words import tr


def _template(call: Call) -> Any:
    text, template = call["text"], call.memory.template
    if text is not None and call["clear"]:
        raise WrongUse(
            tr("A template cannot be written and cleared at once."),
            tr("Leave out one of the two."),
        )
    if text == "-" and sys.stdin is not None:
        text = sys.stdin.read()
    if text is not None or call["clear"]:
        template.set("" if call["clear"] else text)
    return {"template": template.text(), "today": template.for_day(call.memory.today())}


def _template_text(answer: Any) -> str:
    if not answer["template"]:
        return tr("New days begin without a template.")
    parts = (answer["template"], tr("A day that you begin today has this:"), answer["today"])
    return "\n\n".join(part.strip("\n") for part in parts)


ROWS = (
    Operation(
        "template",
        tr("show or change what a new day begins with in the window"),
        'nightstand template "## {weekday}"',
        _template,
        _template_text,
        (
            Parameter(
                "text",
                tr("the new template, with {gaps} filled in; - reads it from standard input")
                .replace("{gaps}", ", ".join(GAPS)),
            ),
            Parameter("--clear", tr("begin new days without a template"), flag=True),
        ),
    ),
)  # fmt: skip
