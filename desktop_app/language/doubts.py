"""What a claim says that its sources do not, by kind. Knows no texts."""

from enum import StrEnum


class DoubtKind(StrEnum):
    """What sources do not say. Of no excerpt are words that stand there in another `ORDER`, and a
    text of which a `PART` was left out.
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
