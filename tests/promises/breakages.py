"""Deliberate mistakes, each of which has to turn a test red.

    python -m tests.promises.breakages [WORD ...]

For each (or those whose name has one of the words) the tree is copied, one text of the program is
changed, and the few tests meant to catch it are run there. It fails if a text is not found, or if
those tests pass, or cannot run at all. On a machine without strace, or without root, some cannot.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

_TREE = Path(__file__).parents[2]
_LEFT_OUT = shutil.ignore_patterns(
    ".*", "__pycache__", "build", "dist", "shots", "*.pyc"
)  # no .git, no .venv
_STORAGE, _NOTEBOOK = "desktop_app/notebook/storage", "desktop_app/notebook"
_DOORS = "desktop_app/faces/doors"
_CLAIMS, _PROOF = "desktop_app/language/claims", "tests/dreams/test_proof.py"
_AGAIN = "desktop_app/dreams/consolidator"
_READ_AGAIN = "tests/dreams/consolidator/test_second_reading.py"
_MIND = "tests/promises/test_a_year_of_a_mind.py"
_POWER = "tests/promises/test_power_cut.py"
_INDEX = "tests/promises/test_the_index_is_the_files.py"


class Breakage(NamedTuple):
    """A mistake: `old` in the file at `path` becomes `new`; `tests` is what pytest is given."""

    name: str
    path: str
    old: str
    new: str
    tests: str


BREAKAGES = (
    Breakage(
        "no fsync of a new text",
        f"{_STORAGE}/writing.py",
        "            own_files.sync(target)\n",
        "",
        f"{_POWER} -k no_cut_of and replace",
    ),
    Breakage(
        "no fsync of a name taken",
        f"{_STORAGE}/writing.py",
        "        place.sync()\n        swapped_out =",
        "        swapped_out =",
        f"{_POWER} -k no_cut_of and replace",
    ),
    Breakage(
        "no fsync of an append",
        f"{_STORAGE}/adding.py",
        "            own_files.sync(descriptor)\n",
        "",
        f"{_POWER} -k no_cut_of and append",
    ),
    Breakage(
        "no fsync of the journal",
        "desktop_app/own_files.py",
        "                sync(written.fileno())\n",
        "                pass\n",
        f"{_POWER} -k no_cut_of and apply",
    ),
    Breakage(
        "the history not made to last",
        "desktop_app/database.py",
        "'full' if self._durable else",
        "'off' if self._durable else",
        f"{_POWER} -k no_cut_of",
    ),
    Breakage(
        "an older version over the tables of a newer one",
        "desktop_app/tables.py",
        "    if number > _number(__version__):",
        "    if False:",
        "tests/journeys/test_two_versions.py -k older_version",
    ),
    Breakage(
        "a change taken for kept on a disk without room",
        "desktop_app/database.py",
        "if refused and connection.total_changes != before:",
        "if False:",
        "tests/test_database.py -k until_there_is_room",
    ),
    Breakage(
        "a text replaced whose version is not on the disk yet",
        f"{_NOTEBOOK}/history.py",
        "                self._database.sync()\n",
        "                pass\n",
        f"{_POWER} -k just_written",
    ),
    Breakage(
        "no base check",
        f"{_STORAGE}/writing.py",
        "        if place.current() != base:",
        "        if False:",
        "tests/notebook/test_files.py -k only_append_meanwhile",
    ),
    Breakage(
        "blind replace",
        f"{_STORAGE}/writing.py",
        "if not place.exchange(temp, place.name):",
        "if True:",
        "tests/journeys/test_faults.py -k saved_between",
    ),
    Breakage(
        "what was swapped out is not looked at",
        f"{_STORAGE}/writing.py",
        "    if others:\n",
        "    if False:\n",
        "tests/journeys/test_faults.py -k saved_between",
    ),
    Breakage(
        "held-open writers forgotten",
        f"{_STORAGE}/writing.py",
        "goes = age >= GRACE if quiet is None else quiet",
        "goes = True",
        "tests/promises/test_other_programs.py tests/notebook/test_open_handles.py -k held",
    ),
    Breakage(
        "append reads, joins and writes",
        f"{_STORAGE}/adding.py",
        "        written = os.write(descriptor, text)\n",
        "        os.lseek(descriptor, 0, os.SEEK_SET)\n"
        "        whole = os.read(descriptor, 1 << 30) + text\n"
        "        os.ftruncate(descriptor, 0)\n"
        "        written = os.write(descriptor, whole) - len(whole) + len(text)\n",
        "tests/notebook/test_files.py -k entries_stay_whole",
    ),
    Breakage(
        "an append is not looked for",
        f"{_STORAGE}/adding.py",
        "        if data and data == last:",
        "        if not data[start:].startswith(text):\n"
        "            return Added(1, start, None)\n"
        "        if data and data == last:",
        "tests/notebook/test_files.py -k entry_that",
    ),
    Breakage(
        "a flush is noted only afterwards",
        "desktop_app/dreams/talk/talk_store.py",
        "written=_standing(notebook, path, block) > stood",
        "written=False",
        "tests/dreams/test_flush.py -k crash",
    ),
    Breakage(
        "a flush writes what another had a part of",
        "desktop_app/dreams/flush.py",
        "if draft.new and (others := _written_before(notebook, draft.new)):",
        "if draft.new and (others := frozenset(draft.new[:0])):",
        "tests/dreams/test_flush.py -k part_of_another",
    ),
    Breakage(
        "a sleep writes where auto-memory is off",
        "desktop_app/memory/live_session.py",
        "saves = self.limits.remember",
        "saves = True",
        "tests/memory/test_live_session.py -k auto_memory_is_off_and_a_flush",
    ),
    Breakage(
        "a line out of the index before it lies in its tier",
        "desktop_app/search/moving.py",
        "        store.put(entries)\n        ids =",
        "        self._index.let_go({one.path: (one.sha, one.entries) for one in files}, tier)\n"
        "        store.put(entries)\n        ids =",
        "tests/search/test_elsewhere.py -k kill_at_any_step",
    ),
    Breakage(
        "what a tier took is not looked at again",
        "desktop_app/search/moving.py",
        "if store.get(ids) != dict(zip(ids, entries, strict=True)):",
        "if False:",
        "tests/search/test_elsewhere.py -k keeps_less",
    ),
    Breakage(
        "forgetting skips the tiers",
        "desktop_app/memory/forgetting.py",
        "            self._memory.tiers.forget,\n",
        "",
        "tests/memory/test_tiers.py -k forgetting",
    ),
    Breakage(
        "a damaged history stays in its place",
        "desktop_app/database.py",
        "                self.aside = salvage.begin_anew(self.path)\n",
        "                return\n",
        "tests/test_salvage.py",
    ),
    Breakage(
        "what root makes stays root's",
        "desktop_app/own_files.py",
        "            os.chown(made, owner.st_uid, owner.st_gid)",
        "            pass",
        "tests/memory/test_memory.py -k root",
    ),
    Breakage(
        "the books before the files",
        f"{_NOTEBOOK}/write_journal.py",
        "        try:\n            for write in intent.writes:\n",
        "        try:\n            finish(intent)\n            for write in intent.writes:\n",
        "tests/notebook/test_write_journal.py tests/dreams/test_apply.py "
        "tests/journeys/test_faults.py"
        " -k journal or apply or any_step",
    ),
    Breakage(
        "no journal",
        f"{_NOTEBOOK}/write_journal.py",
        "        self._note(path, intent)\n",
        "",
        "tests/notebook/test_write_journal.py",
    ),
    Breakage(
        "replay over newer text",
        f"{_NOTEBOOK}/write_journal.py",
        "            if now.sha not in (",
        '            if now.sha + "!" in (',
        "tests/notebook/test_write_journal.py",
    ),
    Breakage(
        "no lock",
        f"{_NOTEBOOK}/notebook.py",
        "return self._lock.hold()",
        "return suppress()",
        "tests/notebook/test_notebook.py -k lock",
    ),
    Breakage(
        "splitlines instead of split",
        f"{_NOTEBOOK}/lines.py",
        'return [part + "\\n" for part in parts] + ([last] if last else [])',
        "return text.splitlines(keepends=True)",
        "tests/notebook/test_lines.py tests/promises/test_byte_for_byte.py",
    ),
    Breakage(
        "errors=ignore",
        f"{_NOTEBOOK}/lines.py",
        'text = data.decode("utf-8", "surrogateescape")',
        'text = data.decode("utf-8", "ignore")',
        "tests/promises/test_byte_for_byte.py",
    ),
    Breakage(
        "the editor's buffer written as the file",
        "desktop_app/memory/saving.py",
        "    ours = map_buffer(base, task.text)\n",
        '    ours = task.text.encode("utf-8", "replace")\n',
        "tests/promises/test_byte_for_byte.py",
    ),
    Breakage(
        "a buffer saved over an outside change",
        "desktop_app/memory/saving.py",
        "    return merge3(base.data, ours, current.data)\n",
        "    return Merge((ours,))\n",
        "tests/promises/test_other_programs.py tests/promises/test_nothing_is_lost.py"
        " tests/ui/test_document.py -k both_sides or lives",
    ),
    Breakage(
        "no draft on trouble",
        "desktop_app/memory/saving.py",
        "            _keep(memory, task, base, data)\n        except",
        "            pass\n        except",
        "tests/promises/test_disks_that_refuse.py -k vanishes",
    ),
    Breakage(
        "an update undone right away believed to stand",
        "desktop_app/memory/files.py",
        "        if stands is None or ",
        "        if True or ",
        "tests/memory/test_rewriting.py -k undone",
    ),
    Breakage(
        "two saves of one text at once",
        "desktop_app/ui/writing/open_file.py",
        "        if self.saving:\n            self.after = After.SAVE\n        elif",
        "        if",
        "tests/ui/test_open_file.py",
    ),
    Breakage(
        "an answer takes away what was typed since the clash",
        "desktop_app/ui/writing/open_file.py",
        "if not self.saving and self.now == self.ours:",
        "if not self.saving:",
        "tests/ui/test_open_file.py",
    ),
    Breakage(
        "what is not added yet kept on leaving only",
        "desktop_app/ui/parts/unsent.py",
        "        field.textChanged.connect(self._pause.touch)\n",
        "",
        "tests/promises/test_kills.py -k not_added",
    ),
    Breakage(
        "each key puts off the saving",
        "desktop_app/ui/parts/unsent.py",
        "            self._latest.start()\n",
        "            pass\n",
        "tests/promises/test_kills.py -k not_added",
    ),
    Breakage(
        "lines that both add called a conflict",
        f"{_NOTEBOOK}/merge.py",
        "if old and mine != other and",
        "if mine != other and",
        "tests/promises/test_storm.py",
    ),
    Breakage(
        "a file emptied to be saved again taken for an empty one",
        f"{_STORAGE}/contain.py",
        "if still and not emptied:",
        "if still:",
        "tests/memory/test_rewriting.py -k emptied",
    ),
    Breakage(
        "what a crash left found by nobody who writes",
        f"{_NOTEBOOK}/notebook.py",
        "            self.journal.replay(self._finisher(self.settle, now))\n\n",
        "            pass\n\n",
        "tests/dreams/test_apply.py -k interrupted",
    ),
    Breakage(
        "a leftover after a full disk",
        f"{_STORAGE}/writing.py",
        "                place.unlink(temp)\n            raise",
        "                pass\n            raise",
        "tests/notebook/test_files.py tests/promises/test_disks_that_refuse.py -k full",
    ),
    Breakage(
        "startswith as containment",
        f"{_STORAGE}/contain.py",
        "if not real.is_relative_to(root):",
        "if not str(real).startswith(str(root)):",
        "tests/promises/test_only_your_notebook.py -k hostile_path_leads",
    ),
    Breakage(
        "links followed",
        f"{_STORAGE}/disk.py",
        'NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)',
        "NO_FOLLOW = 0",
        "tests/promises/test_only_your_notebook.py tests/notebook/test_files.py -k in_the_way",
    ),
    Breakage(
        "now() twice",
        "desktop_app/memory/days.py",
        "text, now = text.strip(), self._clock.now()",
        "text, now = text.strip(), self._clock.now().replace(hour=self._clock.now().hour)",
        "tests/promises/test_the_right_day.py -k overtakes",
    ),
    Breakage(
        "the day of Greenwich",
        "desktop_app/clock.py",
        "datetime.now().astimezone()",
        'datetime.now().astimezone(__import__("datetime").UTC)',
        "tests/promises/test_the_right_day.py -k machines_clock",
    ),
    Breakage(
        "the old text not kept",
        f"{_NOTEBOOK}/notebook.py",
        "                self._keep_to_last(base, now)\n            saved =",
        "                pass\n            saved =",
        "tests/notebook/test_notebook.py tests/promises/test_nothing_is_lost.py",
    ),
    Breakage(
        "an edit takes the place of any edit",
        f"{_NOTEBOOK}/history.py",
        "if cause == Cause.EDIT and base in (None, newest.sha):",
        "if cause == Cause.EDIT:",
        "tests/promises/test_nothing_is_lost.py -k history",
    ),
    Breakage(
        "an import taken back together with what was written since",
        "desktop_app/sessions/imports/books.py",
        "    if current == became:",
        "    if current:",
        "tests/memory/test_imports.py -k since_stays",
    ),
    Breakage(
        "an import that a crash left forgotten by whoever saves next",
        f"{_NOTEBOOK}/notebook.py",
        "                self.settle(intent)\n",
        "",
        "tests/memory/test_imports.py -k saves_next",
    ),
    Breakage(
        "undo puts the old file back over later edits",
        "desktop_app/dreams/taken_back.py",
        "if current.exists and current.data != became:",
        "if False:",
        "tests/dreams/test_undo_properties.py -m 'not prove'",
    ),
    Breakage(
        "what a night did not write is forgotten",
        "desktop_app/dreams/apply.py",
        "    if rest is not None:\n",
        "    rest = None\n    if rest is not None:\n",
        "tests/dreams/test_unattended.py -k part_is_written",
    ),
    Breakage(
        "an agent's lines written when nobody looks",
        "desktop_app/dreams/origin.py",
        "cause.kind in _OWN and not cause.client)",
        "cause.kind in _OWN)",
        "tests/dreams/test_unattended.py -k owners",
    ),
    Breakage(
        "what would leave memory written when nobody looks",
        "desktop_app/dreams/decisions.py",
        "_NEVER = (ChangeKind.RETIRED, ChangeKind.SHORTENED, ChangeKind.QUESTION)",
        "_NEVER = ()",
        "tests/dreams/test_unattended.py -k verbatim",
    ),
    Breakage(
        "no pause after a sudden loss",
        "desktop_app/memory/schedule.py",
        "    if lost < _LEAST or",
        "    if True or",
        "tests/dreams/test_mass_loss.py tests/memory/test_schedule.py -k loss or taken_out",
    ),
    Breakage(
        "a dream that failed tried in a loop",
        "desktop_app/memory/schedule.py",
        '            await to_thread(self._book.note, "tried", now)\n',
        "",
        "tests/memory/test_schedule.py -k not_in_a_loop",
    ),
    Breakage(
        "a night that has an hour twice told by the wall",
        "desktop_app/dreams/schedule.py",
        "    return later.timestamp() - earlier.timestamp()",
        "    return (later - earlier).total_seconds()",
        "tests/dreams/test_schedule.py",
    ),
    Breakage(
        "a file that left stays found",
        "desktop_app/search/reading.py",
        "differing | dict.fromkeys(indexed.keys() - stats.keys())",
        "{**differing}",
        _INDEX,
    ),
    Breakage(
        "a line that changed is found by its old words",
        "desktop_app/search/rows.py",
        "if old[id_][2:] == fresh[id_][2:5]",
        "if True",
        _INDEX,
    ),
    Breakage(
        "a line counts as near one of another section",
        "desktop_app/search/rows.py",
        "            number += NEAR\n",
        "",
        "tests/search/test_ranking.py",
    ),
    Breakage(
        "the check believes the marks of change",
        "desktop_app/search/index.py",
        "for path, fault in () if faults else",
        "for path, fault in () if True else",
        "tests/search/test_index.py -k marks_of_change_lie",
    ),
    Breakage(
        "the check looks at words only",
        "desktop_app/search/reading.py",
        "if held != right or (kind",
        "if (kind",
        "tests/search/test_index.py -k mends_whatever",
    ),
    Breakage(
        "a lost notebook empties the index",
        "desktop_app/search/index.py",
        "self.loss = None if believe else loss",
        "self.loss = None",
        "tests/search/test_index.py -k kept_until or come_back or outlives",
    ),
    Breakage(
        "a host that is not ours is served",
        f"{_DOORS}/server.py",
        'headers.get(b"host", b"").lower() not in self._names',
        "False",
        "tests/promises/test_no_page_gets_in.py -k forty",
    ),
    Breakage(
        "a page of the web is answered",
        f"{_DOORS}/server.py",
        'headers[b"origin"].lower() not in self._own',
        "False",
        "tests/promises/test_no_page_gets_in.py -k forty",
    ),
    Breakage(
        "a key that only reads may write",
        f"{_DOORS}/policy.py",
        "if caller.scope.covers(needed):",
        "if True:",
        "tests/promises/test_no_page_gets_in.py -k only_reads",
    ),
    Breakage(
        "an agent's work is nobody's",
        f"{_NOTEBOOK}/history.py",
        'f"{cause}:{client}" if client else cause',
        "cause",
        "tests/memory/test_agents.py",
    ),
    Breakage(
        "a dream that changes a pinned line",
        "desktop_app/dreams/result.py",
        "for one in found if one and not one.pinned and ",
        "for one in found if one and ",
        "tests/dreams/test_guard.py -k after_the_dream",
    ),
    Breakage(
        "an engine whose changes take pinned lines",
        "desktop_app/dreams/guard.py",
        "        if fixed is not None:\n",
        "        if False:\n",
        "tests/dreams/test_guard.py tests/dreams/model/test_engine.py -k pinned",
    ),
    Breakage(
        "an old note over what a person typed",
        "desktop_app/dreams/guard.py",
        "        return typed is not None and (day, time)",
        "        return False and (day, time)",
        "tests/dreams/test_guard.py -k typed",
    ),
    Breakage(
        "a pinned line that an agent's text replaces",
        "desktop_app/dreams/whole_update.py",
        "bullet.pinned or len(bullet.text)",
        "len(bullet.text)",
        "tests/dreams/test_guard.py -k neither_changes",
    ),
    Breakage(
        "an agent that pins its own line",
        f"{_NOTEBOOK}/bullets.py",
        "tidy(bullet_lines.unpinned(add.text))\n            text",
        "tidy(add.text)\n            text",
        "tests/dreams/test_guard.py tests/notebook/test_pins.py -k cannot_pin or only_a_pin",
    ),
    Breakage(
        "a unit is written without a question",
        "desktop_app/ui/settings/shown.py",
        "            box.open()\n",
        "            self._do(start, on)\n",
        "tests/ui/test_automatic_dreams.py -k chosen_kind",
    ),
    Breakage(
        "a unit that the system refused stays",
        "desktop_app/system/installing.py",
        "write_own_file(path, data) if data is not None else _delete(path)",
        "pass",
        "tests/system/test_installing.py",
    ),
    Breakage(
        "the switch writes before the person agrees",
        "desktop_app/ui/settings/shown.py",
        "            box.open()\n",
        "            self._do(start, on)\n",
        "tests/ui/test_automatic_dreams.py",
    ),
    Breakage(
        "an AppImage is started where it is mounted",
        "desktop_app/release.py",
        "        return [image]\n",
        "        return [str(program)]\n",
        "tests/test_release.py",
    ),
    Breakage(
        "what another program takes out of a file that is shown is not kept",
        f"{_NOTEBOOK}/notebook.py",
        "        if shown is not None and shown.sha != there.sha:\n",
        "        if False:\n",
        "tests/memory/test_memory.py -k removes",
    ),
    Breakage(
        "earlier versions keep what was forgotten",
        "desktop_app/memory/forgetting.py",
        "                lambda path: order.covers(place_of(layout, path)),\n",
        "                lambda path: False,\n",
        "tests/memory/test_forgetting.py -k no_byte",
    ),
    Breakage(
        "free pages keep what was forgotten",
        "desktop_app/memory/forgetting.py",
        "if not pruning.give_back(self._notebook.database):",
        "if False:",
        "tests/memory/test_forgetting.py -k no_byte",
    ),
    Breakage(
        "forgetting is not noted before it begins",
        "desktop_app/memory/forgetting.py",
        '            own_files.write_durably(path, json.dumps(packed).encode("ascii"))\n',
        "",
        "tests/promises/test_killed_forgetting.py",
    ),
    Breakage(
        "an order to forget is done before it is done",
        "desktop_app/memory/forgetting.py",
        '                report(tr("Taking it out of what the program keeps"))\n',
        "                self._orders.done(waits)\n",
        "tests/promises/test_killed_forgetting.py",
    ),
    Breakage(
        "an agent writes again what was forgotten",
        f"{_NOTEBOOK}/forgetting/tombstones.py",
        "        if cause.client:\n",
        "        if False:\n",
        "tests/memory/test_forgetting.py -k agent_is_refused",
    ),
    Breakage(
        "an engine is shown what was forgotten",
        "desktop_app/dreams/dream.py",
        "not_shown(self.notebook.tombstones, material), window",
        "material, window",
        "tests/memory/test_forgetting.py -k shown_it",
    ),
    Breakage(
        "what a crash left brings back what was forgotten",
        f"{_NOTEBOOK}/notebook.py",
        "            data = self.tombstones.cut(snapshot.data)\n"
        "            self.history.keep(snapshot.path, data, cause, now)\n",
        "            self.history.keep(snapshot.path, snapshot.data, cause, now)\n",
        "tests/memory/test_forgetting.py -k crash_left",
    ),
    Breakage(
        "more goes than was shown",
        "desktop_app/memory/forgetting.py",
        "there.shown - found.shown",
        "found.shown - found.shown",
        "tests/ui/test_forget_page.py -k more_than_was_shown",
    ),
    Breakage(
        "an answer taken back leaves its change",
        "desktop_app/memory/inbox.py",
        "        if one is not None and one.state",
        "        if False and one.state",
        "tests/memory/test_inbox.py -k true_no_more",
    ),
    Breakage(
        "proof: a special one counts for all",
        f"{_CLAIMS}/subjects.py",
        "    own = [comparison.is_own(one, clause) for one in clause.terms]\n",
        "    return False\n    own = [comparison.is_own(one, clause) for one in clause.terms]\n",
        f"{_PROOF} -k brings_nothing_up_to_date",
    ),
    Breakage(
        "proof: facts of two statements are crossed",
        f"{_CLAIMS}/linking.py",
        "        return not own and _is_about(comparison, term, ground, clause)\n",
        "        return True\n",
        f"{_PROOF} -k not_crossed",
    ),
    Breakage(
        "proof: what stands beside it is said of the same",
        f"{_CLAIMS}/linking.py",
        "    main = comparison.main\n    if term.hard and any(",
        "    return True\n    main = comparison.main\n    if term.hard and any(",
        f"{_PROOF} -k our_own_cases",
    ),
    Breakage(
        "proof: a part of what is said goes without a word",
        f"{_CLAIMS}/grounded.py",
        "                yield from whole.findings(one, every)\n",
        "                pass\n",
        f"{_PROOF} -k who_it_is_counts",
    ),
    Breakage(
        "proof: another heading of the kind counts as the same",
        f"{_CLAIMS}/subjects.py",
        "    if set(mine) <= set(theirs) or",
        "    if True or",
        f"{_PROOF} -k another_heading",
    ),
    Breakage(
        "proof: a denial may go",
        f"{_CLAIMS}/grounded.py",
        "            yield from denials.findings(comparison)\n",
        "",
        f"{_PROOF} -k denial_may_neither",
    ),
    Breakage(
        "proof: a hedge may go",
        f"{_CLAIMS}/mood.py",
        "    if (kept | (above & {MarkerKind.POSSIBLE})) - mine or hedges - left or "
        "_freed(comparison):\n",
        "    if False:\n",
        f"{_PROOF} -k hedge_does_not_go",
    ),
    Breakage(
        "proof: a condition may go",
        f"{_CLAIMS}/mood.py",
        "    yield from _conditioned(comparison)\n",
        "",
        f"{_PROOF} -k condition_does_not_go",
    ),
    Breakage(
        "proof: a plan proves a deed",
        f"{_CLAIMS}/mood.py",
        "    yield from _done(comparison)\n",
        "",
        f"{_PROOF} -k does_not_prove_that_it_was_done",
    ),
    Breakage(
        "proof: what is done to what may change",
        f"{_CLAIMS}/word_order.py",
        "        if turned:\n",
        "        if False:\n",
        f"{_PROOF} -k done_to_what",
    ),
    Breakage(
        "proof: what is turned round is not seen",
        f"{_CLAIMS}/word_order.py",
        "_ROUND = 3  #",
        "_ROUND = 99  #",
        f"{_PROOF} -k most_lies",
    ),
    Breakage(
        "proof: a pronoun means anybody",
        f"{_CLAIMS}/subjects.py",
        "        if meant and not any(",
        "        if False and not any(",
        f"{_PROOF} -k somebody_else_is_not",
    ),
    Breakage(
        "proof: two days prove always",
        f"{_CLAIMS}/mood.py",
        "_NEW = (*_KEPT, MarkerKind.ALWAYS, MarkerKind.ONLY, MarkerKind.REASON)",
        "_NEW = _KEPT",
        f"{_PROOF} -k never_always",
    ),
    Breakage(
        "proof: one day shows a rule",
        "desktop_app/dreams/proof.py",
        "_RULE_DAYS = 2",
        "_RULE_DAYS = 1",
        f"{_PROOF} -k never_always",
    ),
    Breakage(
        "proof: a value that is over counts",
        f"{_CLAIMS}/limits.py",
        "        if _is_over(comparison, n, found) or ",
        "        if ",
        f"{_PROOF} -k our_own_cases",
    ),
    Breakage(
        "proof: an older value counts",
        f"{_CLAIMS}/limits.py",
        " or _is_stale(comparison, term, found):\n",
        ":\n",
        f"{_PROOF} -k newer_value",
    ),
    Breakage(
        "proof: a limit of a value may change",
        f"{_CLAIMS}/limits.py",
        "        if theirs and mine not in theirs:\n",
        "        if False:\n",
        f"{_PROOF} -k limit_of_a_value",
    ),
    Breakage(
        "proof: what is lost is not missed",
        "desktop_app/dreams/proof.py",
        "    kind = ChangeKind.SHORTENED if _is_shorter(rewrite, today) else rewrite.kind\n",
        "    kind = rewrite.kind\n",
        f"{_PROOF} -k lost_without_a_successor",
    ),
    Breakage(
        "proof: a heading that counts is not missed",
        "desktop_app/dreams/proof.py",
        "    unsaid += _headings_lost(rewrite, today)\n",
        "",
        f"{_PROOF} -k heading_that_counts",
    ),
    Breakage(
        "proof: who asks is who it is about",
        f"{_CLAIMS}/mood.py",
        "    if _is_asked_within(comparison):\n",
        "    if False:\n",
        f"{_PROOF} -k who_asks",
    ),
    Breakage(
        "proof: a word may be lent from one thing to another",
        f"{_CLAIMS}/subjects.py",
        "    yield from _lent(comparison)\n",
        "",
        f"{_PROOF} -k carried_from_one_thing or said_of_something_else",
    ),
    Breakage(
        "proof: a mind is believed, night after night",
        "desktop_app/dreams/evidence.py",
        "        proof = prove(rewrite, today)\n",
        "        proof = Proof(change.kind, Support.SUPPORTED)\n",
        _MIND,
    ),
    Breakage(
        "proof: a mind may leave out what it likes, night after night",
        "desktop_app/dreams/evidence.py",
        "    if says_less or no_shorter or kind in _NEVER_TICKED:\n",
        "    if no_shorter:\n",
        _MIND,
    ),
    Breakage(
        "second reading: who agrees with everything is believed",
        f"{_AGAIN}/second_reading.py",
        "sees_wrong and not any(one is None or one.says for one in wrong)",
        "True",
        f"{_READ_AGAIN} -k a_yes_is_believed",
    ),
    Breakage(
        "second reading: a yes makes up a value",
        "desktop_app/dreams/proof.py",
        "        return settled if is_open(proof, rewrite) else proof\n",
        "        return settled\n",
        f"{_READ_AGAIN} tests/dreams/test_proof.py -k makes_up_a_value",
    ),
)


def is_red(breakage: Breakage) -> str:
    """ "" when the tests turn red; else what is wrong."""
    with tempfile.TemporaryDirectory(prefix="breakage-") as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(_TREE, tree, ignore=_LEFT_OUT, symlinks=True)
        file = tree / breakage.path
        text = file.read_text(encoding="utf-8")
        if breakage.old not in text:
            return f"its text is no longer in {breakage.path}"
        file.write_text(text.replace(breakage.old, breakage.new, 1), encoding="utf-8")
        paths, _, chosen = breakage.tests.partition(" -")
        options = ["-m", "not prove"]
        if chosen.startswith("k "):
            options += ["-k", chosen[2:]]
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-x",
                "-q",
                "-p",
                "no:cacheprovider",
                *paths.split(),
                *options,
            ],
            cwd=tree,
            env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode == 1:
        return ""
    said = done.stdout.strip().splitlines()[-3:]
    return "it passes" if done.returncode == 0 else f"its tests do not run: {' / '.join(said)}"


def main() -> int:
    words = sys.argv[1:]
    chosen = [b for b in BREAKAGES if not words or any(word in b.name for word in words)]
    missed = 0
    for breakage in chosen:
        begun = time.monotonic()
        wrong = is_red(breakage)
        missed += bool(wrong)
        took = time.monotonic() - begun
        print(
            f"{'MISSED' if wrong else 'red   '} {breakage.name} ({took:.0f} s) {wrong}", flush=True
        )
    print(f"{len(chosen) - missed} of {len(chosen)} breakages turn a test red")
    return 1 if missed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
