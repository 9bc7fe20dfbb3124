"""How much one host carries, what it costs, and what hostile peers can do to it; see `net.bench.report`.

The host is the real one, in a process and on a core of its own, with its journal on disk and TLS over loopback
(`net.bench.served`). Another process plays everybody else (`net.bench.crowd`).
"""
