"""The arena on several processors or machines, its ratings, its results on disk and its chart."""
