"""The one way in which a text reaches a person: each is looked up here. Knows no text.

Without a translation into the language of the system a text stays as it is, in English. `xgettext
--keyword=tr --keyword=counted:1,2` finds the texts, so they are literals; what varies goes in
afterwards, by `format`.
"""

import gettext

from desktop_app import resources

_CATALOGUE = gettext.translation("nightstand", resources.folder() / "translations", fallback=True)


def tr(text: str) -> str:
    """The text in the language of the system."""
    return _CATALOGUE.gettext(text)


def counted(one: str, many: str, count: int, **gaps: object) -> str:
    """The text for this number, such as `{count} day` or `{count} days`, with its gaps filled."""
    return _CATALOGUE.ngettext(one, many, count).format(count=f"{count:,}", **gaps)
