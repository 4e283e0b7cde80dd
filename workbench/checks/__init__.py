"""Check a conversation: its events, its call and result pairs, the findings of the rules, and the verdict."""
