"""The workflows as far as a test can read them: what they may do, what they use, what they call."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def _jobs(text: str) -> dict[str, str]:
    """Each job's text by its name: what stands two spaces in, below `jobs:`."""
    parts = re.split(r"^  ([\w-]+):\n", text.partition("\njobs:\n")[2], flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.fixture(params=WORKFLOWS, ids=lambda path: path.name)
def workflow(request: pytest.FixtureRequest) -> str:
    return str(request.param.read_text(encoding="utf-8"))


def test_there_are_workflows() -> None:
    assert [path.name for path in WORKFLOWS] == ["checks.yml", "release.yml"]


def test_every_action_is_pinned_by_its_commit_with_its_version_beside_it(workflow: str) -> None:
    used = re.findall(r"uses: (.+)", workflow)
    assert used
    for action in used:
        assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_one_version_of_an_action_is_used_everywhere() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)
    pins = set(re.findall(r"uses: ([\w/-]+)@([0-9a-f]{40})", text))
    assert len(pins) == len({name for name, _ in pins})


def test_nothing_is_allowed_but_what_a_job_names(workflow: str) -> None:
    assert "\npermissions: {}\n" in workflow
    for name, job in _jobs(workflow).items():
        assert "\n    permissions:" in f"\n{job}", name
        assert "\n    timeout-minutes: " in f"\n{job}", name
        writes = re.findall(r"^      ([\w-]+): write", job, re.MULTILINE)
        assert not writes or name == "publish", name


def test_no_checkout_leaves_its_token_behind(workflow: str) -> None:
    checkouts = workflow.count("actions/checkout@")
    assert checkouts
    assert workflow.count("persist-credentials: false") == checkouts


def test_no_script_is_made_of_what_somebody_else_wrote(workflow: str) -> None:
    for script in re.findall(
        r"run: ?[|>]?-?\n?((?:.|\n)*?)(?=\n      - |\n  [\w-]+:|\Z)", workflow
    ):
        assert "${{" not in script, script


def test_every_file_that_is_called_is_there(workflow: str) -> None:
    called = set(re.findall(r"(?:packaging|tests|\.ci)/[\w./-]*[\w]", workflow))
    assert called
    for place in called - {"tests/ui/test_"}:
        assert (ROOT / place).exists(), place


def test_what_is_fetched_is_checked_against_a_sum_of_its_own(workflow: str) -> None:
    for step in re.split(r"^      - ", workflow, flags=re.MULTILINE):
        assert step.count("curl ") == step.count("sha256sum --check"), step
    for line in re.findall(r"^ +runtime: (.+)$", workflow, re.MULTILINE):
        assert re.fullmatch(r"[0-9a-f]{64}", line), line


def test_windows_runs_the_parts_that_make_test_runs() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    checks = (ROOT / ".github" / "workflows" / "checks.yml").read_text(encoding="utf-8")
    parts = re.search(r"^PARTS := (.+(?:\\\n.+)*)$", makefile, re.MULTILINE)
    assert parts is not None
    for paths in re.findall(r'"([^"]+)"', parts[1]):
        assert f'paths: "{paths}"' in checks
        for path in paths.split():
            assert path.startswith("tests/ui/") or f"--ignore={path}" in checks


def test_what_the_release_is_made_with_is_pinned_with_hashes() -> None:
    text = (ROOT / "packaging" / "requirements-release.txt").read_text(encoding="utf-8")
    assert "://" not in text
    for requirement in re.split(r"\n(?=[A-Za-z0-9])", text.strip()):
        assert re.match(r"\S+==\S+", requirement), requirement
        assert "--hash=sha256:" in requirement, requirement


def _notes(changes: str, version: str, tmp_path: Path) -> str:
    """What the release's own line of awk takes from a changelog."""
    import subprocess

    release = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    found = re.search(r"awk -v head=\"## \$version\" '(.+)' CHANGELOG", release)
    assert found is not None
    (tmp_path / "CHANGELOG.md").write_text(changes, encoding="utf-8")
    command: list[Any] = ["awk", "-v", f"head=## {version}", found[1], tmp_path / "CHANGELOG.md"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="awk runs on the runner of Linux")
def test_the_notes_of_a_release_are_its_section_of_the_changes(tmp_path: Path) -> None:
    changes = (
        "# Changelog\n\n## Unreleased\n- soon\n\n## 1.2.0 (2027)\n- new\n- more\n\n## 1.1\n- old\n"
    )
    assert _notes(changes, "1.2.0", tmp_path).split("\n") == ["- new", "- more", "", ""]
    assert _notes(changes, "9.9.9", tmp_path) == ""
