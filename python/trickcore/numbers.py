"""Whole numbers that somebody gives, and numbers that nobody does."""

from __future__ import annotations

from os import urandom

from trickcore.errors import UnknownOption, shown

__all__ = ["LAST_SEED", "entropy", "whole"]

LAST_SEED = (1 << 64) - 1
"""The highest seed; the lowest is 0."""


def whole(number: int, what: str, least: int, most: int) -> int:
    """The number, if it is a whole number in this range.

    Errors: `TypeError` if it is no whole number, `UnknownOption` (``out_of_range``) if it is outside.

    >>> whole(3, "n", 0, 10)
    3
    """
    if type(number) is not int:
        raise TypeError(f"{what} is a whole number, not {type(number).__name__}")
    if not least <= number <= most:
        message = f"{what} {shown(number)}: it is a whole number from {least} to {most}"
        raise UnknownOption(message, "out_of_range", what)
    return number


def entropy(bits: int = 64) -> int:
    """A seed from the system's entropy, of so many bits, 64 at most."""
    return int.from_bytes(urandom(8), "little") >> (64 - bits)
