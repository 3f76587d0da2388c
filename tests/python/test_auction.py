"""The auction machine by itself: turns, the holder skipped, and when it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import trickcore as tc
from trickcore.auction import Auction
from trickcore.exchange import Cards

if TYPE_CHECKING:
    from collections.abc import Callable


def opening(players: int = 4, dealer: int = 0) -> Auction[int]:
    """Start an auction with the cards of any deal for so many players."""
    return Auction.opening(Cards.of(tc.game("anrufen", players=players).layout.deal(1)), dealer)


def after(auction: Auction[int], *calls: int | None) -> Auction[int]:
    """Say bids, and ``None`` for a pass."""
    for call in calls:
        auction = auction.passed() if call is None else auction.raised(call)
    return auction


@pytest.mark.parametrize("dealer", range(4))
def test_eldest_speaks_first_and_the_turn_goes_round(dealer: int) -> None:
    auction = opening(4, dealer)
    actors = []
    for _ in range(6):
        actors.append(auction.actor)
        auction = auction.passed()
    assert actors == [(dealer + 1 + turn) % 4 for turn in range(6)]


def test_a_bid_stands_with_its_holder() -> None:
    auction = after(opening(), None, 7)
    assert (auction.bid, auction.holder, auction.actor, auction.silent, auction.calls) == (7, 2, 3, 0, 2)


@pytest.mark.parametrize("players", [3, 4])
def test_won_when_all_but_the_holder_have_passed_in_a_row(players: int) -> None:
    auction = after(opening(players), 1)
    for _ in range(players - 2):
        auction = auction.passed()
        assert not auction.ended()
    assert auction.passed().ended()


def test_a_bid_starts_the_passes_anew_and_a_passed_seat_may_speak_again() -> None:
    auction = after(opening(), None, 1, None, None)
    assert auction.actor == 1
    auction = after(auction, 2)
    assert (auction.holder, auction.silent, auction.ended()) == (1, 0, False)
    assert after(auction, None, None, None).ended()


@pytest.mark.parametrize("rounds", [1, 2])
def test_all_passed_after_so_many_silent_rounds(rounds: int) -> None:
    auction = opening()
    for _ in range(4 * rounds - 1):
        auction = auction.passed()
        assert not auction.ended(rounds)
    assert auction.passed().ended(rounds)


def test_a_settled_bid_that_stays_with_its_holder_skips_the_holder() -> None:
    """Seat 1 holds; seat 0 speaks, and the bid stays: seat 1 is skipped, and the passes start anew."""
    auction = after(opening(), 1, None, None).settled(9, 1)
    assert (auction.bid, auction.holder, auction.actor, auction.silent) == (9, 1, 2, 0)
    assert [a.actor for a in (auction, auction.passed(), auction.passed().passed())] == [2, 3, 0]
    assert after(auction, None, None, None).ended()


def test_a_settled_bid_that_goes_to_the_actor() -> None:
    auction = after(opening(), 1, None).settled(9, 3)
    assert (auction.bid, auction.holder, auction.actor, auction.silent) == (9, 3, 0, 0)


@pytest.mark.parametrize("step", [lambda a: a.passed(), lambda a: a.raised(2), lambda a: a.settled(2, 1)])
def test_a_call_leaves_the_auction_before_it_as_it_was(step: Callable[[Auction[int]], object]) -> None:
    auction = after(opening(), 1)
    before = tuple(auction)
    step(auction)
    assert tuple(auction) == before
