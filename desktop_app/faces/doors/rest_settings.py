"""The settings of memory as REST calls them, and how they are changed there."""

import hashlib
import json
from typing import Any

from desktop_app.errors import Stale
from desktop_app.faces.doors import shapes
from desktop_app.faces.operations.models import setting_about
from desktop_app.faces.operations.table import Call, Operation, Parameter, operation
from desktop_app.known_settings import KNOWN
from desktop_app.settings import Settings
from desktop_app.words import tr

_CONFIG = {
    "enabled": ("dreams.enabled", 1),
    "autoExtract": ("sessions.remember", 1),
    "contextWindow": ("sessions.window", 1),
    "flushThreshold": ("sessions.flush_percent", 0.01),
    "sleepThreshold": ("sessions.sleep_percent", 0.01),
    "sleepIntervalSeconds": ("sessions.sleep_minutes", 60),
    "minSleepMessages": ("sessions.sleep_messages", 1),
    "extractIntervalSeconds": ("sessions.extract_seconds", 1),
    "minNewMessages": ("sessions.extract_messages", 1),
    "maxTurns": ("sessions.turns", 1),
}
"""Settings as REST calls them: the value there is that of the settings times the number."""


def config(settings: Settings) -> dict[str, Any]:
    """The settings as REST calls them, with the version of them all."""
    values = {}
    for name, (key, each) in _CONFIG.items():
        value = settings.get(key)
        values[name] = value if each == 1 else round(value * each, 4)
    whole = json.dumps(values, sort_keys=True).encode()
    return {"version": hashlib.sha256(whole).hexdigest(), **values}


def _configure(call: Call, **given: Any) -> dict[str, Any]:
    if call["base"] not in ("*", config(call.settings)["version"]):
        raise Stale(
            tr("The settings have changed since they were read."), tr("Nothing was changed.")
        )
    wanted = {
        key: value if each == 1 else round(value / each)
        for name, (key, each) in _CONFIG.items()
        if (value := given[name]) is not None
    }
    for keep in (call.settings.check, call.settings.set):  # all fit, or none is changed
        for key, value in wanted.items():
            keep(key, value)
    return config(call.settings)


_PARAMETERS = tuple(
    Parameter(
        f"--{name}", f"{key}: {setting_about(key)}", name,
        shapes.share if each < 1 else shapes.yes if isinstance(KNOWN[key].default, bool) else int,
    )
    for name, (key, each) in _CONFIG.items()
)  # fmt: skip


CONFIG_SHAPE = shapes.record("version", **{one.key: shapes.taken(one) for one in _PARAMETERS})
READ_CONFIG = operation("config", tr("read the settings of memory"))(
    lambda call: config(call.settings)
)
CONFIGURE = Operation(
    "configure", tr("change settings of memory; those that are not named stay"), "", _configure,
    str, _PARAMETERS,
)  # fmt: skip
