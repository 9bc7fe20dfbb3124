from __future__ import annotations

from hypothesis import HealthCheck, settings

# Machines differ: a slow example is no failure.
settings.register_profile("citadels", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("citadels")
