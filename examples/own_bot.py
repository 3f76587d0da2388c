"""A bot of one's own: it bids like the hand-written player and plays the card that wins most often in random play.

Run it with ``python examples/own_bot.py``: it plays a duplicate match against the hand-written player.
"""

import trickcore as tc
from trickcore.bots.duel import duel


class Playouts:
    """Samples worlds that fit what it knows and plays each to its end at random, many times."""

    def __init__(self, worlds=8, games=40):
        self.worlds, self.games = worlds, games
        self.rules = tc.bot("rules")

    def act(self, observation, legal):
        """Choose a card by its mean result; leave everything else to the hand-written player."""
        plays = [action for action in legal if action.verb == "play" and len(action.args) == 1]
        if len(plays) < 2 or len(plays) < len(legal):
            return self.rules.act(observation, legal)
        worlds = tc.sample_worlds(observation, self.worlds, seed=1).states()
        return max(plays, key=lambda action: sum(self.won(world, action, observation["seat"]) for world in worlds))

    def won(self, world, action, seat):
        """The mean tricks of the seat's side after a card, less those of the others."""
        after = world.clone()
        after.apply(action)
        tricks, _ = after.position.playouts(self.games, seed=1)
        side = after.position.plan.side
        ours = [other for other in range(tricks.shape[1]) if (other in side) == (seat in side)]
        return 2 * tricks[:, ours].sum(axis=1).mean() - tricks.sum(axis=1).mean()


if __name__ == "__main__":
    print(duel(tc.game("maine_charlemagne"), Playouts(), tc.bot("rules"), seed=1, most=40))
