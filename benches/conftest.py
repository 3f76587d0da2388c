"""What every benchmark here shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_benchmark.fixture import BenchmarkFixture


@pytest.fixture
def cost(benchmark: BenchmarkFixture) -> Callable[..., Any]:
    """Time a call: in rounds of a thousand, so that the clock itself costs nothing, and give what it gives."""

    def timed(call: Callable[..., Any], *arguments: Any, calls: int = 1000) -> Any:
        return benchmark.pedantic(call, arguments, rounds=60, iterations=calls, warmup_rounds=2)  # type: ignore[no-untyped-call]

    return timed
