"""The kinds of doubts about a claim. Knows no texts."""

from enum import StrEnum


class DoubtKind(StrEnum):
    """What a claim says and its sources do not.

    `ORDER` and `PART` are for excerpts: words in another order, and a part that was left out.
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
    PART = "part"
