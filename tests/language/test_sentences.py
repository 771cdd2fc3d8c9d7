"""A text is cut into its sentences, and a quote never."""

import pytest

from desktop_app.language.sentences import own_language, sentences


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("It moved. Mara said so!", ["It moved.", "Mara said so!"]),
        (
            "The notes say “It moved. Ask Jonas…”. So be it.",
            ["The notes say “It moved. Ask Jonas…”.", "So be it."],
        ),
        ("筆記裡寫著「改期了。問王敏」。就這樣。", ["筆記裡寫著「改期了。問王敏」。", "就這樣。"]),
        (
            "Dr. Okafor comes at 16:40. Bring 2.5 kg.",
            ["Dr. Okafor comes at 16:40.", "Bring 2.5 kg."],
        ),
        ("One\n\ntwo", ["One", "two"]),
        (" \n", []),
    ],
)
def test_sentences_end_where_they_end(text: str, cut: list[str]) -> None:
    assert sentences(text) == cut


def test_quotes_do_not_make_the_language() -> None:
    assert own_language("The notes say “港口的報告又出現了，這幾天都在說”.") == "en"
    assert own_language("笔记里写着“the report moves to 4 December”。") == "zh-Hans"
