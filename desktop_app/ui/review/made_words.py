"""Who dreamt, over what, for how long, in words. Knows a Proposal, no widget."""

from datetime import date

from desktop_app import dates
from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.ledger import dreamer_in_words
from desktop_app.dreams.proposal import AGENT, CHAT, INBOX, Proposal
from desktop_app.ui.parts.spans import lasted
from desktop_app.words import tr

_DREAMERS = {
    EngineName.BUILTIN: tr("Without a model"),
    INBOX: tr("Answered in the inbox"),
    AGENT: tr("By %1, checked here"),
    CHAT: tr("By %1, checked here"),
}


def made_words(proposal: Proposal, today: date) -> str:
    """qwen3:8b · read 19 Nov – 22 Nov · 2,345 tokens · 41 s · 3 from an earlier dream."""
    parts = [by_words(proposal), _days(proposal, today)]
    if proposal.tokens:
        parts.append(tr("%1 tokens").replace("%1", f"{proposal.tokens:,}"))
    if proposal.seconds:  # the rest of a dream of which a part was written took no time of its own
        parts.append(lasted(proposal.seconds))
    if proposal.carried:
        parts.append(tr("%1 from an earlier dream").replace("%1", str(len(proposal.carried))))
    return " · ".join(filter(None, parts))


def by_words(proposal: Proposal) -> str:
    """qwen3:8b; By claude-code, checked here."""
    by = dreamer_in_words(proposal.engine, proposal.model)
    return _DREAMERS.get(proposal.engine, "%1").replace("%1", by)


def _days(proposal: Proposal, today: date) -> str:
    days = sorted(proposal.days_read)
    if not days:
        return ""
    first, last = dates.short(days[0], today), dates.short(days[-1], today)
    span = first if len(days) == 1 else f"{first} – {last}"
    return tr("read %1").replace("%1", span)
