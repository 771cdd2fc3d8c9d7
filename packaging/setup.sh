#!/bin/sh
# Prepares everything `make run` and `make test` need: system libraries, fonts, a private .venv.
# Safe to run again and again; does nothing when nothing has changed.
#   packaging/setup.sh            the program and its development tools
#   packaging/setup.sh package    also what freezing the program wants
set -eu
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "Nightstand needs Python 3.11 or newer; '$python' is $("$python" --version 2>&1)." >&2
    echo "Install one and name it: make ${1:-run} PYTHON=python3.12" >&2
    exit 1
fi

# -- system libraries -------------------------------------------------------------------------
needed=""
if [ "$(uname -s)" = Linux ] && command -v dpkg-query >/dev/null 2>&1; then
    want() {  # a package that is not installed joins the list
        dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed' || needed="$needed $1"
    }
    glib=libglib2.0-0
    if apt-cache show libglib2.0-0t64 >/dev/null 2>&1; then glib=libglib2.0-0t64; fi
    for package in libgl1 libegl1 "$glib" libxkbcommon0 libdbus-1-3 libfontconfig1 \
        libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 \
        libxcb-image0 libxcb-render-util0 libxcb-xinerama0 fonts-noto-cjk fonts-noto-color-emoji; do
        want "$package"
    done
    if [ "${1:-}" = package ]; then
        want binutils
        want xz-utils
        want rpm
        want cpio
        want squashfs-tools
        # Debian's own Python has its library, which is frozen, in a package of its own.
        "$python" -c 'import sys; sys.exit(sys.base_prefix == "/usr")' ||
            want "libpython$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')"
    fi
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        needed="$needed python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv"
fi
if [ -n "$needed" ]; then
    if [ "$(id -u)" = 0 ]; then
        echo "Installing system libraries:$needed"
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq
        # shellcheck disable=SC2086  # a list of words on purpose
        apt-get install -y -qq --no-install-recommends $needed >/dev/null
    else
        echo "Nightstand's window needs these system libraries. Please run:" >&2
        echo "    sudo apt-get install -y --no-install-recommends$needed" >&2
        # The terminal parts work without them; only a missing venv module stops us here.
        case "$needed" in *-venv*) exit 1 ;; esac
    fi
fi

# -- the private environment ------------------------------------------------------------------
stamp=.venv/.prepared
wanted=$(cat requirements.txt requirements-teams.txt requirements-dev.txt pyproject.toml packaging/setup.sh | cksum)
if [ ! -x .venv/bin/nightstand ] || [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
    echo "Preparing .venv (once; under two minutes) ..."
    # A checkout that was moved leaves scripts that point elsewhere: start afresh.
    [ -x .venv/bin/python ] && .venv/bin/python -c '' 2>/dev/null || rm -rf .venv
    [ -d .venv ] || "$python" -m venv .venv
    .venv/bin/python -m pip install --quiet --disable-pip-version-check \
        --require-hashes -r requirements-dev.txt
    .venv/bin/python -m pip install --quiet --disable-pip-version-check \
        --no-deps --no-build-isolation --force-reinstall --editable .
    echo "$wanted" > "$stamp"
fi
# Bytecode of what is ours, where it is not there yet: the first start is as quick as all others.
.venv/bin/python -m compileall -q desktop_app || true
