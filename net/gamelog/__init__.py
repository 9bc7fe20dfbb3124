"""The log of a game: its entries, their chain, sealed envelopes, and what checks them.

Knows neither host nor client.
"""
