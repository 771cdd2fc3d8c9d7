"""Parser: the words of the command line, read by the table of operations. Knows argparse.

A wrong command is a problem like any other.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

from desktop_app import __version__
from desktop_app.errors import WrongUse
from desktop_app.faces.operations.table import EXPECTED, Operation, Parameter
from desktop_app.faces.terminal import wrapped
from desktop_app.words import as_sentence, remarked, tr

_ARGPARSE = (
    tr("usage: "), tr("positional arguments"), tr("options"),
    tr("show this help message and exit"), tr("show program's version number and exit"),
    tr("the following arguments are required: %s"), tr("unrecognized arguments: %s"),
    tr("argument %(argument_name)s: %(message)s"), tr("expected one argument"),
    tr("invalid choice: %(value)r (choose from %(choices)s)"), tr("expected at most one argument"),
    tr("expected at least one argument"), tr("not allowed with argument %s"),
    tr("one of the arguments %s is required"), tr("ignored explicit argument %r"),
    tr("ambiguous option: %(option)s could match %(matches)s"),
)  # fmt: skip
"""What argparse says itself. It looks its words up by gettext; here it asks our catalogue."""
vars(argparse)["_"] = tr


class _HelpLines(argparse.HelpFormatter):
    """Help whose lines fit the terminal in any language."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in wrapped(text, width - len(indent)))


class Misspelt(WrongUse):
    """A command that is written wrongly; `usage` shows how to write it."""

    def __init__(self, message: str, hint: str, usage: str) -> None:
        super().__init__(message, hint)
        self.usage = usage


class _Parser(argparse.ArgumentParser):
    """A parser whose refusal is a problem like any other."""

    def error(self, message: str) -> NoReturn:
        told = as_sentence(message)
        hint = tr("See: {program} --help").format(program=self.prog)
        raise Misspelt(told, hint, self.format_usage())


class _CommandLine(_Parser):
    """The whole command line. It answers an unknown command with the nearest one."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self.summaries: dict[str, str] = {}
        self.within: dict[str, str] = {}
        """Operations by the options of another command that they are: "search --check" is check.
        Their own names, which scripts use, go on."""

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        return super().parse_args(args and self._by_own_name(args), namespace)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            told = as_sentence(tr("there is no command “{value}”").format(value=value))
            near = get_close_matches(str(value), set(self.summaries) - {*self.within.values()}, 1)
            hint = tr("See: {program} --help").format(program=self.prog)
            if near:
                hint = tr("Did you mean `{command}`?").format(command=f"nightstand {near[0]}")
            raise Misspelt(told, hint, self.format_usage())

    def _by_own_name(self, words: Sequence[str]) -> list[str]:
        """The words with `search --check` as `check`: an operation has one name in the code."""
        at = command_at(words)
        for n, word in enumerate(words[at + 1 :], at + 1):
            if own := self.within.get(f"{words[at]} {word}"):
                return [*words[:at], own, *words[at + 1 : n], *words[n + 1 :]]
        return list(words)


def command_at(words: Sequence[str]) -> int:
    """The place of the command among the words; their number where there is none."""
    return next(
        (n for n, word in enumerate(words)
         if not word.startswith("-") and (not n or words[n - 1] != "--notebook")),
        len(words),
    )  # fmt: skip


class _Refused(argparse.Action):
    """An option that stands in the help only: for an operation of its own, which cut short it is
    not, or for what `__main__` does where it stands alone."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any, **__: Any) -> None:
        option = self.option_strings[0]
        alone = tr("{option} stands alone").format(option=option)
        parser.error(alone if option == _SMOKE else tr("unrecognized arguments: %s") % option)


_SMOKE = "--smoke"


def parser(operations: Iterable[Operation]) -> _CommandLine:
    """The parser of a command line with these operations. It raises `Misspelt`."""
    everywhere = _Parser(add_help=False)
    everywhere.add_argument("--notebook", metavar="DIR", default=argparse.SUPPRESS,
        help=tr("the folder of the notebook"))  # fmt: skip
    everywhere.add_argument("--json", action="store_true", default=argparse.SUPPRESS,
        help=tr("answer with JSON"))  # fmt: skip
    whole = _CommandLine(
        prog="nightstand",
        usage="nightstand [--notebook DIR] [--json] COMMAND …",
        formatter_class=_HelpLines,
        description=tr(
            "The memory of an AI agent, or your own, kept as plain Markdown. Without a "
            "command, the window opens, on a folder or a file if you name one."
        ),
        parents=[everywhere],
    )
    whole.add_argument("--version", action="version", version=f"Nightstand {__version__}")
    whole.add_argument(_SMOKE, action=_Refused, nargs=0,
        help=tr("test the window on the sample, and quit"))  # fmt: skip
    commands = whole.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=_Parser
    )

    def add(name: str, summary: str, example: str) -> argparse.ArgumentParser:
        whole.summaries[name], shown = summary, name
        if not example.startswith(f"nightstand {name}"):
            shown = " ".join(example.split()[1:3])
            whole.within[shown] = name
        listed: dict[str, Any] = {"help": summary} if shown == name else {}
        return commands.add_parser(
            name,
            **listed,
            prog=f"nightstand {shown}",
            description=as_sentence(summary),
            epilog=tr("Example: {example}").format(example=example),
            parents=[everywhere],
            formatter_class=_HelpLines,
        )

    window = add("open", tr("open the window"), "nightstand open ~/Memory")
    window.add_argument("dir", nargs="?", metavar="DIR",
        help=tr("the folder of the notebook (default: the last one opened)"))  # fmt: skip
    # What started it at login before this went still does.
    window.add_argument("--at-login", action="store_true", help=argparse.SUPPRESS)
    for operation in operations:
        parser = add(operation.name, operation.summary, operation.example)
        groups: defaultdict[str, Any] = defaultdict(parser.add_mutually_exclusive_group)
        for one in operation.parameters:
            _add(groups[one.group] if one.group else parser, one, optional=bool(operation.batch))
        if operation.batch:
            parser.add_argument("--batch", metavar="FILE",
                help=tr("a JSON line for each question; - reads standard input"))  # fmt: skip
    for within, name in whole.within.items():
        parent, option = within.split()
        told = tr("see: nightstand {command} --help").format(command=within)
        commands.choices[parent].add_argument(
            option, action=_Refused, nargs=0, help=remarked(whole.summaries[name], told)
        )
    return whole


def _add(target: Any, parameter: Parameter, *, optional: bool) -> None:
    how: dict[str, Any] = {"help": parameter.help}
    if parameter.flag:
        target.add_argument(parameter.name, action="store_true", **how)
        return
    how |= {"type": _reader(parameter), "choices": parameter.choices or None}
    if parameter.name.startswith("-"):
        takes = None if parameter.choices else parameter.takes or parameter.key.upper()
        how |= {"nargs": "+" if parameter.many else None, "default": parameter.default}
    else:
        takes = parameter.key.upper()
        one = None if parameter.required and not optional else "?"
        how["nargs"] = "*" if parameter.many else one
    target.add_argument(parameter.name, metavar=takes, **how)


def _reader(parameter: Parameter) -> Callable[[str], Any]:
    """A function that reads the value of an option, or refuses it and says what is allowed."""

    def read(text: str) -> Any:
        try:
            return parameter.type(text)
        except ValueError as error:
            told = tr("“{text}” is not {expected}")
            expected = EXPECTED[parameter.type]
            raise argparse.ArgumentTypeError(told.format(text=text, expected=expected)) from error

    return read
