"""The game log: its entries, their chain, sealed envelopes, and the checks of them.

Knows neither host nor client.
"""
