"""The kinds of doubts about a claim. Knows no texts."""

from enum import StrEnum


class DoubtKind(StrEnum):
    """What a claim says and its sources do not.

    `ORDER`: they say it, but of something else, or of another time. `ONCE`: they show it on one day
    only. `HEADING`: a word of a heading that would no longer stand above it. `GONE`: a cited line
    stands in its day no more. `READ_AGAIN`: a second reading by a mind does not find it there.
    `PART`, a part that was left out, stands in older proposals.
    """

    NUMBER = "number"
    DATE = "date"
    NAME = "name"
    LITERAL = "literal"
    NEGATION = "negation"
    MODALITY = "modality"
    SPEAKER = "speaker"
    TOPIC = "topic"
    WORDS = "words"
    ORDER = "order"
    ONCE = "once"
    HEADING = "heading"
    GONE = "gone"
    READ_AGAIN = "read again"
    PART = "part"
