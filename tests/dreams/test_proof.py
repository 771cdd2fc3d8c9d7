"""Proof: a mind's own words are backed, clause by clause, by what they cite."""

from datetime import date

from desktop_app.dreams.proof import Cited, Rewrite, prove
from desktop_app.dreams.proposal import ChangeKind, Support

TODAY = date(2026, 11, 28)
KEY = Cited("The studio key is with Paul.")
NINA = Cited("Gave the key to Nina, she keeps it now.", day=date(2026, 11, 20))


def test_a_new_value_of_the_notes_is_proved_and_another_one_is_named() -> None:
    new = "The studio key is with Nina."
    proof = prove(Rewrite(ChangeKind.UPDATED, new, (), (KEY,), (KEY, NINA)), TODAY)
    assert (proof.kind, proof.verdict, proof.doubts) == (ChangeKind.UPDATED, Support.SUPPORTED, ())
    new = "The studio key is with Oskar."
    proof = prove(Rewrite(ChangeKind.UPDATED, new, (), (KEY,), (KEY, NINA)), TODAY)
    assert proof.verdict != Support.SUPPORTED
    assert [doubt.words for doubt in proof.doubts] == [("Oskar",)]
