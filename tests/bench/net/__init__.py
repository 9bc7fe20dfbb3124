"""Benchmark of a host: its capacity, its costs, and the harm hostile peers can do; see `tests.bench.net.report`.

The host is the real one, in a process and on a core of its own, with its journal on disk and TLS over loopback
(`tests.bench.net.served`). Another process plays everybody else (`tests.bench.net.crowd`).
"""
