"""Input methods: what Qt is told to ask."""

from desktop_app.ui.frame.screen import ask_fcitx


def test_fcitx_is_asked_by_ibus_too_and_any_other_choice_is_left_alone() -> None:
    told = {"QT_IM_MODULE": "fcitx"}
    ask_fcitx(told)
    assert told == {"QT_IM_MODULE": "fcitx", "QT_IM_MODULES": "fcitx;ibus"}
    for environment in ({}, {"QT_IM_MODULE": "ibus"}, {**told, "QT_IM_MODULES": "wayland"}):
        before = dict(environment)
        ask_fcitx(environment)
        assert environment == before
