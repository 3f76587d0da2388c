"""The random bot, and where bots have their chance from."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar

from trickcore.numbers import LAST_SEED, whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickcore._core import Action

__all__ = ["RandomBot", "drawn"]


class RandomBot:
    """Every legal action is as likely as another; the same moment of the same deal gives the same choice."""

    NAME: ClassVar[str] = "random"
    OPTIONS: ClassVar[tuple[str, ...]] = ("seed",)

    def __init__(self, seed: int = 0) -> None:
        self.seed = whole(seed, "seed", 0, LAST_SEED)

    def act(self, observation: Mapping[str, Any], legal: Sequence[Action]) -> Action:
        """Choose."""
        return legal[drawn(self.seed, "random", observation) % len(legal)]

    def __repr__(self) -> str:
        return f"bot('random', seed={self.seed})"


def drawn(seed: int, use: str, observation: Mapping[str, Any]) -> int:
    """A number of 64 bits for a use, a seed and a moment as a seat sees it: a BLAKE2 hash of all three."""
    moment = [observation[key] for key in ("game", "seat", "dealer", "dealt", "hand", "actions")]
    return int.from_bytes(blake2b(f"{use} {seed} {moment}".encode(), digest_size=8).digest(), "little")
