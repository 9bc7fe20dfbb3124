"""A policy that learns by REINFORCE against random players: a weight for each verb, and one for the cost of a card."""

import numpy as np

from citadels_tui.rl import CitadelsEnv
from engine.cards import DISTRICTS

GAMES, TESTS = 160, 60
env = CitadelsEnv(players=4, preset="first_game")
chance = np.random.default_rng(1)
cost = np.zeros(256)
for id, card in DISTRICTS["deluxe"].items():
    cost[env.encoding.cards[id]] = card.cost / 5


def features(moves):
    """A row for each legal move: its verb, and the cost of the district it builds or keeps."""
    rows = np.zeros((len(moves), 65))
    rows[np.arange(len(moves)), moves[:, 0]] = 1
    rows[:, 64] = cost[moves[:, 1]]
    return rows


def play(weights, seed):
    """A game of p1 by the policy, and of the others by chance: p1's points less the others' mean, and the slope."""
    env.reset(seed=seed)
    slope = np.zeros_like(weights)
    for agent in env.agent_iter():
        observation, _, ended, _, _ = env.last()
        if ended:
            env.step(None)
            continue
        legal = int(observation["action_mask"].sum())
        if agent != "p1":
            env.step(int(chance.integers(legal)))
            continue
        rows = features(observation["moves"][:legal])
        odds = np.exp(rows @ weights - (rows @ weights).max())
        odds /= odds.sum()
        action = int(chance.choice(legal, p=odds))
        slope += rows[action] - odds @ rows
        env.step(action)
    points = [len(player.city) for player in env.game.players]
    return points[0] - np.mean(points[1:]), slope, 0 in env.game.winners


weights, usual = np.zeros(65), 0.0
for game in range(GAMES):
    gain, slope, _ = play(weights, game)
    weights += 0.02 * (gain - usual) * slope
    usual += 0.1 * (gain - usual)

won = sum(play(weights, 10_000 + game)[2] for game in range(TESTS))
print(f"won {won} of {TESTS} games against players that move by chance")
