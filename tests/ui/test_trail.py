"""Back and forward through where one has been."""

from desktop_app.ui.frame.trail import Trail, TrailPlace


def trail(*places: TrailPlace) -> Trail:
    made = Trail()
    for place in places:
        made.visit(place)
    return made


MEMORY, DAYS = TrailPlace("memory"), TrailPlace("days")


def test_going_on_from_the_middle_forgets_what_lay_ahead() -> None:
    walked = trail(MEMORY, DAYS)
    walked.step(-1)
    walked.visit(TrailPlace("search"))
    assert walked.step(1) is None
    assert walked.step(-1) == MEMORY


def test_another_line_of_the_same_file_is_the_same_visit() -> None:
    walked = trail(MEMORY, TrailPlace("days", "a.md", 1), TrailPlace("days", "a.md", 9))
    assert walked.here == TrailPlace("days", "a.md", 9)
    assert walked.step(-1) == MEMORY


def test_asking_for_the_page_one_stands_on_goes_nowhere() -> None:
    walked = trail(MEMORY, TrailPlace("days", "a.md", 3), DAYS)
    assert walked.here == TrailPlace("days", "a.md", 3)


def test_out_of_a_page_leads_to_the_one_before_it_past_all_that_it_showed() -> None:
    walked = trail(MEMORY, TrailPlace("help", "a.md"), TrailPlace("help", "b.md"))
    assert walked.out() == MEMORY
    assert walked.here == MEMORY
    assert trail(TrailPlace("help", "a.md"), TrailPlace("help", "b.md")).out() is None
    assert Trail().out() is None
