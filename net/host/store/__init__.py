"""The host's store: what is kept, in which order, and how damage is noticed."""
