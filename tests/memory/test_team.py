"""A team: what one notebook shares, another one finds as theirs, and takes over by a review."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.errors import Missing, Problem
from desktop_app.memory import team as team_module
from desktop_app.memory.team import TeamChoice
from desktop_app.sessions.hindsight.pattern import FoundBy
from desktop_app.tiers.shared import SharedFolder, SharedKind
from desktop_app.tiers.store import Away
from tests.memory.test_procedures import PATH, accept, worked
from tests.support.dreaming import a_notebook, opened
from tests.support.erring import ADVICE, met_by_agents, null_pointer

NAME = PATH.rpartition("/")[2].removesuffix(".md")


class People:
    """Ana met errors; Ben has another notebook and the same shared folder."""

    def __init__(self, tmp_path: Path) -> None:
        self.place, self.ana_home = tmp_path / "team", tmp_path / "ana"
        self.place.mkdir()
        self.memories = []
        for name in ("ana", "ben"):
            (tmp_path / name).mkdir()
            memory = opened(a_notebook(tmp_path / name), tmp_path / name)
            memory.team.choose(TeamChoice(str(self.place), name.title()))
            self.memories.append(memory)
        self.ana, self.ben = self.memories
        met_by_agents(self.ana_home, self.ana)

    def key(self) -> str:
        (found,) = [one.key for one in self.ana.hindsight.patterns() if one.times == 3]
        return found

    def look_again(self) -> None:
        for memory in self.memories:
            memory.team._known.clear()

    def shared(self) -> list[str]:
        return [path.read_text("utf-8") for path in sorted(self.place.rglob("*.json"))]


@pytest.fixture
def people(tmp_path: Path) -> Iterator[People]:
    made = People(tmp_path)
    yield made
    for memory in made.memories:
        memory.close()


def test_a_person_sees_what_goes_out_and_exactly_that_goes_out(people: People) -> None:
    shown = people.ana.hindsight.to_share(people.key())
    assert people.shared() == [], "looking shares nothing"
    people.ana.hindsight.share(people.key())
    assert people.shared() == [shown.text]
    for private in ("/home/ines", "mvn", "/tmp/build", str(people.ana.root)):
        assert private not in shown.text
    assert '"session"' not in shown.text and '"command"' not in shown.text


def test_others_find_what_is_shared_by_signature_and_by_words_marked_as_whose_it_is(
    people: People,
) -> None:
    people.ana.hindsight.share(people.key())
    for asked, by in ((null_pointer(7), FoundBy.SIGNATURE), ("claims null", FoundBy.WORDS)):
        (found,) = people.ben.hindsight.find(asked)
        assert found.by is by and found.pattern.team is not None
        assert (found.pattern.team.who, found.pattern.resolution) == ("Ana", ADVICE)
        assert found.pattern.times == 3
    assert people.ben.hindsight.patterns() == (), "it is no error of this notebook"
    assert ADVICE not in people.ben.files.read("MEMORY.md").text
    people.ana.hindsight.decline(people.key())
    people.look_again()
    assert people.ben.hindsight.find(null_pointer(7)) == () and people.shared() == []


def test_two_people_who_share_one_error_keep_both_and_withdraw_only_their_own(
    people: People,
) -> None:
    met_by_agents(people.ana_home / "again", people.ben)
    people.ana.hindsight.share(people.key())
    people.ben.hindsight.share(people.key(), "Return 401.")
    assert len(people.shared()) == 2
    people.look_again()
    found = people.ben.hindsight.find(null_pointer(7))
    assert [one.pattern.team.who if one.pattern.team else "" for one in found] == ["", "Ana"]
    people.ben.hindsight.forget(people.key())
    people.look_again()
    (left,) = people.shared()
    assert ADVICE in left


def test_a_shared_procedure_is_taken_over_by_a_review(people: People, tmp_path: Path) -> None:
    worked(tmp_path / "home", people.ana, "one")
    accept(people.ana)
    shown = people.ana.procedures.to_share(NAME)
    assert people.ana.procedures.share(NAME).body == shown.body
    assert people.ana.procedures.shared() == (), "one's own is none of others"
    (found,) = people.ben.procedures.shared()
    assert found.who == "Ana" and "/home/ines" not in found.text and ", one" not in found.text
    path = people.ben.procedures.take_over(found.id)
    assert not (people.ben.root / path).exists()
    (change,) = people.ben.dreams.proposal().changes
    assert "Ana" in change.reason and not change.accepted
    assert people.ben.procedures.take_over(found.id) == "", "it waits already"
    accept(people.ben)
    assert ADVICE in (people.ben.root / path).read_text("utf-8")
    people.ana.procedures.withdraw(NAME)
    people.look_again()
    with pytest.raises(Missing):
        people.ben.procedures.take_over(found.id)


def test_a_place_that_is_away_is_told_and_left_out(people: People) -> None:
    people.ana.hindsight.share(people.key())
    people.place.rename(people.place.with_name("unplugged"))
    people.look_again()
    assert people.ben.hindsight.find(null_pointer(7)) == ()
    assert "can't be used" in people.ben.hindsight.away
    (own,) = people.ana.hindsight.find(null_pointer(7))
    assert own.pattern.team is None
    with pytest.raises(Away):
        people.ana.hindsight.decline(people.key())
    assert people.ana.hindsight.pattern(people.key()).state == "shared", "nothing has changed"
    people.place.with_name("unplugged").rename(people.place)
    people.look_again()
    assert len(people.ben.hindsight.find(null_pointer(7))) == 1 and not people.ben.hindsight.away


def test_a_place_that_hangs_is_away(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    hangs = threading.Event()
    monkeypatch.setattr(SharedFolder, "items", lambda self, kind: hangs.wait(60))
    monkeypatch.setattr(team_module, "_PATIENCE", 0.05)
    assert people.ben.hindsight.shared() == ()
    assert "does not answer" in people.ben.hindsight.away
    hangs.set()


def test_forgetting_takes_back_what_is_shared_also_from_a_place_used_before(
    people: People, tmp_path: Path
) -> None:
    people.ana.hindsight.share(people.key(), "Ask the heron about the token")
    people.ben.team.put(
        people.ben.team.item(SharedKind.PATTERN, "x", {"resolution": "the heron knows"})
    )
    (tmp_path / "elsewhere").mkdir()
    people.ana.team.choose(TeamChoice(str(tmp_path / "elsewhere"), "Ana"))
    found = people.ana.forgetting.find("heron", topic=True)
    assert "shared" in {one.place for one in found.places}
    report = people.ana.forgetting.forget(found, ())
    assert not report.unfinished
    (left,) = people.shared()
    assert "the heron knows" in left, "what others share is theirs"


def test_without_a_place_an_error_is_shared_here_only_and_without_a_name_nowhere(
    people: People,
) -> None:
    people.ana.team.choose(TeamChoice())
    assert people.ana.hindsight.share(people.key()).resolution == ADVICE
    assert people.shared() == []
    people.ana.team.choose(TeamChoice(str(people.place)))
    with pytest.raises(Problem, match="Your name in the team is not set"):
        people.ana.hindsight.share(people.key())
    people.ana.team.choose(TeamChoice("team", "Ana"))
    with pytest.raises(Problem, match="not the whole path of a folder"):
        people.ana.hindsight.share(people.key())
    assert people.shared() == [] and not Path("team").exists()
