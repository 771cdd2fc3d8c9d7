"""Make `resources/language/calendar.json`: how languages name months and weekdays.

    python -m tests.support.calendar_names moment.json

The names are those of Unicode's CLDR, through Babel; before them stand those of moment.js, by which
Obsidian writes, where it has the language: see `moment_names.js`. A language is left out if it has
none of its own; so is a country's way with a language, unless its names or its script differ.
"""

import json
import sys
from pathlib import Path
from typing import Any

from babel import Locale, localedata
from babel.core import get_global

from desktop_app import resources

_OF_MOMENT = {
    "zh-cn": "zh", "zh-tw": "zh_Hant", "pt": "pt_PT", "pt-br": "pt", "sr": "sr_Latn",
    "sr-cyrl": "sr", "de-at": "de_AT", "fr-ca": "fr_CA", "en-gb": "en_GB", "hy-am": "hy",
    "ug-cn": "ug", "pa-in": "pa",
}  # fmt: skip
_MORE = ("zh_Hant", "sr_Latn", "pt_PT", "de_AT", "fr_CA", "en_GB")
_ROOT = Locale("root")


def names_of(name: str) -> dict[str, Any]:
    """The names of one language; each list begins with January or Monday, `|` parts two ways to
    write one. `week` is its first day, 0 for Monday, and the fewest days of a year's first week;
    `nth` is what stands behind the number of a day, of each where they differ.
    """
    locale = Locale.parse(name)
    country = get_global("likely_subtags").get(name, name).rpartition("_")[2]
    home = f"{locale.language}_{country}"
    there = Locale.parse(home) if localedata.exists(home) else locale
    return {
        "months": [_ways(locale, "months", n, "wide") for n in range(1, 13)],
        "short_months": [_ways(locale, "months", n, "abbreviated", "wide") for n in range(1, 13)],
        "days": [_ways(locale, "days", n, "wide") for n in range(7)],
        "short_days": [_ways(locale, "days", n, "abbreviated", "wide") for n in range(7)],
        "min_days": [
            _ways(locale, "days", n, "abbreviated", "wide").strip(".")[:2] for n in range(7)
        ],
        "week": [there.first_week_day, there.min_week_days],
        "nth": ".",
    }


def as_moment_writes(names: dict[str, Any], moment: dict[str, Any]) -> dict[str, Any]:
    """The same with the names of moment.js first: that behind a day, then the one alone."""
    kinds = ("months", "short_months", "days", "short_days")
    told = {
        kind: [
            "|".join(dict.fromkeys([*first, *others.split("|")]))
            for first, others in zip(moment[kind], names[kind], strict=True)
        ]
        for kind in kinds
    }
    ends = [text.lstrip("0123456789") for text in moment["nth"]]
    told["min_days"] = [way for (way,) in moment["min_days"]]
    return told | {"week": moment["week"], "nth": ends if len(set(ends)) > 1 else ends[0]}


def _ways(locale: Locale, kind: str, number: int, *widths: str) -> str:
    """The ways to write one name, that of a date first; of the first width that has one."""
    for width in widths:
        forms = [getattr(locale, kind)[form][width][number] for form in ("format", "stand-alone")]
        none = {getattr(_ROOT, kind)[form][width][number] for form in ("format", "stand-alone")}
        own = [one for one in forms if one not in none or locale.language == "en"]
        if own:
            return "|".join(dict.fromkeys(own))
    return ""


def every(moment: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Each language with names of its own."""
    plain = [name for name in localedata.locale_identifiers() if "_" not in name]
    found: dict[str, dict[str, Any]] = {}
    for name in sorted({*plain, *_MORE} - {"root"}):
        names = names_of(name)
        if all(names["months"]) and all(names["days"]) and names not in found.values():
            found[name] = names
    for locale, told in moment.items():
        if (name := _OF_MOMENT.get(locale, locale)) in found:
            found[name] = as_moment_writes(found[name], told)
    return found


if __name__ == "__main__":
    lines = [
        f"{json.dumps(name)}: {json.dumps(names, ensure_ascii=False, separators=(',', ':'))}"
        for name, names in every(json.loads(Path(sys.argv[1]).read_text("utf-8"))).items()
    ]
    path = resources.folder() / "language/calendar.json"
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
