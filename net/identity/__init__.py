"""Keys and trust: identities, TLS, known hosts, invitations, fingerprints, and the commitments of a fair deal."""
