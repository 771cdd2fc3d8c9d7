"""Run every benchmark: `python -m tests.benchmarks [NAME ...] [--data FOLDER] [--bullets N ...]
[--cases FILE]`.

A benchmark is a module here with `run(data, work)`, which yields lines. Absolute times say little
about another machine; compare the ratios, each against a plain way to do the same in the same run.
"""

import argparse
import importlib
import os
import pkgutil
import platform
import sqlite3
import tempfile
import time
from pathlib import Path


def main() -> None:
    every = [module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])]
    names = [name for name in every if not name.startswith("_")]
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}")
    parser.add_argument("--data", type=Path, help="a folder with the data sets to measure on")
    parser.add_argument("--bullets", type=int, nargs="+", help="sizes at which search is timed")
    parser.add_argument("--cases", type=Path, help="lines to judge, see the benchmark poison")
    options = parser.parse_args()
    given = {
        "poison": {"cases": options.cases},
        "search": {"bullets": options.bullets},
        "turn": {"bullets": options.bullets},
    }
    bounds = {name: {k: v for k, v in some.items() if v} for name, some in given.items()}
    if unknown := set(options.names) - set(names):
        parser.error(f"no benchmark named {', '.join(sorted(unknown))}")
    print(_machine(), flush=True)
    for name in options.names or names:
        benchmark = importlib.import_module(f"tests.benchmarks.{name}")
        print(f"\n{name}: {benchmark.__doc__.splitlines()[0]}", flush=True)
        start = time.perf_counter()
        with tempfile.TemporaryDirectory() as work:
            for line in benchmark.run(options.data, Path(work), **bounds.get(name, {})):
                print(f"  {line}", flush=True)
        print(f"  ({time.perf_counter() - start:.0f} s)", flush=True)


def _machine() -> str:
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors{load}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )


if __name__ == "__main__":
    main()
