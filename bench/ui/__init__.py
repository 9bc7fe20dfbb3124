"""The benchmark of the client: real programs in a terminal of their own, measured from outside."""
