"""Lines that may hold a secret though no rule knows it, and lines that only look so."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from desktop_app.language.secrets import looks_secret
from desktop_app.language.suspicion import SECRET, may_hold_secret
from tests.support.line_training import guarded, learnt, secret_rows

LABELLED = Path(__file__).parents[1] / "fixtures" / "labelled"
UNSEEN = ("guard-test", "guard-blind", "guard-leave-test", "guard-leave-blind")

SECRETS = [
    "For the coach house dial 3391 and push",
    "pear-Lantern-88x gets you into the wiki",
    "Our word for the school is 'walnut'",
    "仓库后门按 5527 就开",
    "新的 Wi-Fi：shan-Lake-71",
    "Das neue für den Drucker lautet Kiesel_27",
]

NO_SECRETS = [
    "The ferry leaves at 8.",
    "Order 8827-2210-17 arrives on Thursday",
    "Flight KL1808 leaves at 14:10",
    "The password of the wiki was changed, ask Jonas",
    "We run version 3.14.2 of the importer",
    "图书馆早上 9 点开门",
    "Der Klempner kommt am Montag",
]


def texts(name: str, kind: str) -> list[str]:
    rows = (LABELLED / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [row["text"] for row in map(json.loads, rows) if row["is"] == kind]


@pytest.mark.parametrize("line", SECRETS)
def test_a_secret_that_no_rule_knows_is_suspected(line: str) -> None:
    assert not looks_secret(line)
    assert may_hold_secret(line)


@pytest.mark.parametrize("line", NO_SECRETS)
def test_numbers_names_and_talk_of_passwords_are_no_secrets(line: str) -> None:
    assert not may_hold_secret(line)


def test_of_lines_never_learnt_from_few_secrets_are_missed_and_few_others_suspected() -> None:
    secrets = [looks_secret(t) or may_hold_secret(t) for n in UNSEEN for t in texts(n, "secret")]
    others = [may_hold_secret(text) for name in UNSEEN for text in texts(name, "innocent")]
    assert sum(secrets) >= 0.92 * len(secrets)
    assert sum(others) <= 0.07 * len(others)


@pytest.mark.prove  # it learns twice; the weights in use are checked above and below
def test_of_innocent_lines_left_out_when_learning_four_in_a_hundred_are_suspected() -> None:
    innocent, rows = guarded("innocent"), list(secret_rows())
    scores: list[float] = []
    for part in (set(innocent[0::2]), set(innocent[1::2])):
        weights = learnt(SECRET, (row for row in rows if row[0] not in part)).astype(int)
        scores += (
            max(weights[found].sum() / math.sqrt(len(found)) for found in SECRET.signs(text))
            for text in sorted(part)
        )
    assert np.mean(np.array(scores) > SECRET.least) <= 0.04


def test_a_secret_is_suspected_at_the_end_of_a_long_line() -> None:
    story = "Mara walked to the harbour and counted boats, "
    assert not may_hold_secret(story * 10)
    assert may_hold_secret(story * 10 + "the coach house opens with 3391 now")


def test_the_work_for_a_line_grows_with_its_length_only() -> None:
    short, long = (sum(map(len, SECRET.signs("plum-77b opens 4 0 9 7 " * n))) for n in (30, 300))
    assert long <= 12 * short


def test_a_line_without_words_holds_no_secret() -> None:
    assert not may_hold_secret("")
    assert SECRET.likeness("") == -math.inf


def test_bytes_that_are_no_text_are_read_too() -> None:
    assert not may_hold_secret("The caf\udce9 opens at 8")


def test_the_weights_are_those_that_the_labelled_lines_teach() -> None:
    """A processor may round otherwise: a few weights may be one step away."""
    kept = np.fromfile(SECRET.path, dtype=np.int8).astype(int)
    assert SECRET.path.stat().st_size <= 64 * 1024
    assert np.abs(kept - learnt(SECRET, secret_rows())).max() <= 1
