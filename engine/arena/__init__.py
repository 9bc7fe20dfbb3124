"""Bots against bots: whole games for statistics, for finding faults and for measuring speed."""
