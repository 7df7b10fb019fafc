"""The exceptions of Damero. Each carries one sentence that says what was wrong and what would be right."""

from __future__ import annotations


class Error(Exception):
    """The base of all exceptions of Damero."""


class InputError(Error, ValueError):
    """Something from outside is malformed or refused: a text, a position, an option, an array."""


class IllegalMove(InputError):
    """The rules refuse a move. Nothing was changed.

    Attributes:
        rule: the stable name of the rule that refuses, such as ``must-capture``.
        instead: the text of one move that would be legal, if there is one.
    """

    def __init__(self, message: str, rule: str = "", instead: str | None = None) -> None:
        super().__init__(message, rule, instead)
        self.rule = rule
        self.instead = instead

    def __str__(self) -> str:
        return str(self.args[0])


class ClosedError(Error, RuntimeError):
    """Something was used after it was closed."""


class BusyError(Error, RuntimeError):
    """Something is being used by another thread."""


class InternalError(Error, RuntimeError):
    """A bug of Damero itself."""
