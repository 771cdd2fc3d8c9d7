"""Which language the person reads. Knows names of languages, no texts.

Asked before any other module makes a text, so it reads the one setting itself.
"""

import os
import sys
import tomllib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

import platformdirs

NAMES = {"en": "English", "zh_TW": "繁體中文", "zh_CN": "简体中文"}
"""The languages of the program, as each calls itself; the keys name catalogues and Qt's files."""

_TRADITIONAL = {"hant", "tw", "hk", "mo"}


@cache
def chosen() -> str:
    """The language of this run: the one in the settings, else the first one of the system."""
    kept = _kept(platformdirs.user_config_path("nightstand", appauthor=False) / "settings.toml")
    return kept if kept in NAMES else first(_of_system())


def first(tags: Iterable[str]) -> str:
    """The catalogue for the first of some tags, such as zh_Hant_HK.UTF-8; without one, English."""
    for tag in tags:
        language, *parts = tag.partition(".")[0].partition("@")[0].replace("-", "_").split("_")
        if language.lower() == "zh":
            return "zh_TW" if _TRADITIONAL & {part.lower() for part in parts} else "zh_CN"
        if language:
            return "en" if language in ("C", "POSIX") else language
    return "en"


def of_environment(environment: Mapping[str, str]) -> list[str]:
    """The tags that it names, the most wanted first, as GNU gettext reads them."""
    usual = [environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    locale = next(filter(None, usual), "")
    more = [] if locale in ("C", "POSIX") else environment.get("LANGUAGE", "").split(":")
    return [tag for tag in (*more, locale) if tag]


def _of_system() -> list[str]:
    if tags := of_environment(os.environ):
        return tags
    if sys.platform == "darwin":
        import plistlib

        chosen = Path("~/Library/Preferences/.GlobalPreferences.plist").expanduser()
        with suppress(OSError, ValueError, plistlib.InvalidFileException):
            return list(plistlib.loads(chosen.read_bytes()).get("AppleLanguages", []))
    elif sys.platform == "win32":
        import ctypes
        import locale

        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return [locale.windows_locale.get(number, "")]
    return []


def _kept(path: Path) -> str:
    """What the settings say; "" where they say nothing that can be read."""
    with suppress(OSError, ValueError):
        if not path.is_file():
            return ""
        table = tomllib.loads(path.read_text(encoding="utf-8")).get("appearance")
        return str(table.get("language", "")) if isinstance(table, dict) else ""
    return ""
