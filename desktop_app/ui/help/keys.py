"""Every action that has a key, as Markdown for the manual. Knows the registry, lays out nothing."""

from collections.abc import Iterator

from PySide6.QtGui import QKeySequence

from desktop_app.ui.parts.actions import ALWAYS, NOTEBOOK, PAGE, Actions, Known
from desktop_app.ui.plans import EVERY
from desktop_app.words import tr


def groups(actions: Actions) -> list[tuple[str, list[Known]]]:
    """Headings with the actions below them; actions without a key are left out."""
    keyed = [known for known in actions if known.keys]
    common = [known for known in keyed if known.where in (ALWAYS, NOTEBOOK, PAGE)]
    families = {"page": tr("Pages"), "view": tr("View")}
    rows = [
        (title, [known for known in common if known.id.partition(".")[0] == family])
        for family, title in families.items()
    ]
    rest = [known for known in common if known.id.partition(".")[0] not in families]
    rows.insert(0, (tr("Everywhere"), rest))
    rows += [(plan.title, [known for known in keyed if known.where == plan.name]) for plan in EVERY]
    return [group for group in rows if group[1]]


def as_markdown(actions: Actions) -> str:
    """The groups as headings with a table each."""
    return "\n".join(line for group in groups(actions) for line in _table(*group))


def _table(title: str, group: list[Known]) -> Iterator[str]:
    yield from (f"\n## {title}\n", f"| {tr('What it does')} | {tr('Keys')} |", "|---|---|")
    for known in group:
        keys = (
            f"`{sequence.toString(QKeySequence.SequenceFormat.NativeText)}`"
            for sequence in known.action.shortcuts()
        )
        yield f"| {known.action.text()} | {'  '.join(keys)} |"
