"""Every error that trickcore raises on purpose.

All are `TrickcoreError`, and so `ValueError`: a ``kind`` that stays the same from version to version, for programs; a
message in words, for people; and the offending ``part`` of the input where there is one. A value of the wrong Python
type is a plain `TypeError`.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "DeadlineExceeded",
    "IllegalAction",
    "IllegalDeal",
    "ParseError",
    "TrickcoreError",
    "UnknownOption",
    "UnsolvableGame",
    "shown",
]

_SHOWN = 60


def shown(value: object) -> str:
    """Show any value in a message, cut short.

    >>> shown("SA"), shown("x" * 100)[-3:]
    ("'SA'", 'xx…')
    """
    try:
        text = repr(value)
    except ValueError:
        return "a number too long to write out"
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


class TrickcoreError(ValueError):
    """What all errors of trickcore are.

    >>> error = ParseError("'S1' is not a card", "unknown_card", "S1")
    >>> str(error), error.kind, error.part
    ("'S1' is not a card", 'unknown_card', 'S1')
    """

    kind: str
    """The kind of the fault: a fixed word for programs."""
    part: Any
    """The part of the input that is at fault, or its place in a record; ``None`` if it is the input as a whole."""

    def __init__(self, message: str, kind: str, part: object = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.part = part

    def at(self, place: str) -> TrickcoreError:
        """The same fault, found at a place of a larger input: ``actions[3]``."""
        return type(self)(f"{place}: {self}", self.kind, place)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.kind, self.part)


class ParseError(TrickcoreError):
    """A text is not what it should be: a card, a hand, an action, a record."""


class IllegalDeal(TrickcoreError):
    """The cards are not a deal of this game: too many, too few, twice the same, of another pack."""


class IllegalAction(TrickcoreError):
    """The rules do not allow this action now. The state is as it was."""


class UnknownOption(TrickcoreError):
    """There is no such game, option or value; the message lists those there are."""


class UnsolvableGame(TrickcoreError):
    """There is nothing here that a solver could solve, or it is beyond the limits that were set."""


class DeadlineExceeded(TrickcoreError, TimeoutError):
    """The time was up; ``finished`` is what was done by then, if anything."""

    finished: Any

    def __init__(self, message: str, kind: str = "deadline", part: object = None, finished: object = None) -> None:
        super().__init__(message, kind, part)
        self.finished = finished

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.kind, self.part, self.finished)
