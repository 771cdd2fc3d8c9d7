"""Almanacs as JSON documents, which scripts and agents depend on. Pure."""

from typing import Any

from desktop_app.notebook.almanacs import Almanac


def listed_json(almanac: Almanac) -> dict[str, Any]:
    """One of a list: its name, where it stands, and its remark in numbers."""
    return {"span": almanac.span.name, "path": almanac.path, "meta": almanac.meta}


def almanac_json(almanac: Almanac) -> dict[str, Any]:
    """What an almanac says."""
    return {
        "span": almanac.span.name,
        "path": almanac.path,
        "meta": almanac.meta,
        "prose": almanac.prose,
        "sections": [
            {
                "part": section.part,
                "title": section.title,
                "lines": [
                    {
                        "text": item.text,
                        "sources": [
                            {"path": one.path, "line": one.line, "quote": one.quote}
                            for one in item.sources
                        ],
                    }
                    for item in section.items
                ],
            }
            for section in almanac.sections
        ],
    }
