"""Benchmark of a host: its capacity, its costs, and the harm hostile peers can do; see `bench.net.report`.

The host is the real one, in a process and on a core of its own, with its journal on disk and TLS over loopback
(`bench.net.served`). Another process plays everybody else (`bench.net.crowd`).
"""
