#!/bin/sh
# The private .venv on Windows, as packaging/setup.sh makes it elsewhere. Runs in Git's shell.
set -eu
cd "$(dirname "$0")/../.."
python -m venv .venv
.venv/Scripts/python -m pip install --quiet --disable-pip-version-check \
    --require-hashes -r requirements-dev.txt
.venv/Scripts/python -m pip install --quiet --disable-pip-version-check \
    --no-deps --no-build-isolation --editable .
