"""Several hosts over one store: they take over each other's tables, and show each other what they have."""
