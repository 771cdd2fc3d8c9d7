"""Additions of an answer, made one where they say the same."""

import pytest
from desktop_app.dreams.model.proving import claims
from desktop_app.dreams.model.proving.claims import Claim, without_repetition

from desktop_app.dreams.consolidator.answer import parsed


def test_an_answer_without_end_is_compared_in_its_beginning_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each with each, a thousand lines took minutes, and Ctrl-C waited for them."""
    asked = 0
    relate = claims.relate

    def counted(*given):  # type: ignore[no-untyped-def]
        nonlocal asked
        asked += 1
        return relate(*given)

    monkeypatch.setattr(claims, "relate", counted)
    several = [Claim(f"Fact {number} of the harbour") for number in range(300)]
    assert len(without_repetition(several)) > 40
    assert asked <= 2 * 40 * 100


def test_of_a_hundred_thousand_lines_the_first_are_read() -> None:
    answer = "[MEMORY]\n" + "- a\n" * 100_000 + "[DREAM]\nTitle\n"
    found = parsed(answer)
    assert not isinstance(found, str) and len(found.items) <= 1_000
