"""How those who talk are called in a text that tells what they said. Knows no conversation."""

from desktop_app import resources


def names() -> dict[str, dict[str, str]]:
    """Of each role its name by the language's tag, such as en, zh-Hans and zh-Hant."""
    table: dict[str, dict[str, str]] = resources.table("language/answers")["speakers"]
    return table


def name_of(role: str, language: str) -> str:
    """The name of a role in a language; a role that nobody has named is called as it is."""
    return names().get(role, {}).get(language, role)
