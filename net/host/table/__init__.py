"""One table: what people ask of it, who comes and goes, and what it tells."""
