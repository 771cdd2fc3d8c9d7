"""The one way in which a text reaches a person: each is looked up here. Knows no text.

Without a translation into the language of the system a text stays as it is, in English. `xgettext
--keyword=tr` finds the texts, so `tr` gets a literal; what varies goes in afterwards, by `format`.
"""

import gettext

from desktop_app import resources

_CATALOGUE = gettext.translation("nightstand", resources.folder() / "translations", fallback=True)


def tr(text: str) -> str:
    """The text in the language of the system."""
    return _CATALOGUE.gettext(text)
