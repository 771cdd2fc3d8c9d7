"""Which input methods Qt asks, told by the environment before Qt starts. Knows their names only."""

from collections.abc import MutableMapping


def ask_fcitx(environment: MutableMapping[str, str]) -> None:
    """Where fcitx is wanted, let Qt reach it by IBus's protocol, which fcitx answers too.

    The Qt we bring has no plugin of fcitx's; without one it would fall back to dead keys alone. A
    system's own Qt may have the plugin, so it is still asked first.
    """
    wanted = environment.get("QT_IM_MODULE", "")
    if wanted in ("fcitx", "fcitx5") and not environment.get("QT_IM_MODULES"):
        environment["QT_IM_MODULES"] = f"{wanted};ibus"
