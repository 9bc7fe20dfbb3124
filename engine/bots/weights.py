"""The weights of the value: a constant and a slope by stage for each of its features.

Written by ``scripts/bench --fit --games 900 --seed 0``. The mean log loss on games that were kept out is
1.199, where even chances have 1.513.
"""

WEIGHTS = (
    (1.378, 0.849),
    (2.373, 0.937),
    (0.339, 0.378),
    (0.409, -0.262),
    (0.159, 0.171),
    (0.638, 0.439),
    (0.247, 0.059),
    (0.478, -0.315),
    (0.325, -0.082),
    (0.091, 0.183),
    (0.158, 0.262),
    (0.71, 0.018),
    (0.242, 0.017),
    (0.367, -0.363),
)
