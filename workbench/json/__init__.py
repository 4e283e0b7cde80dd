"""Plain JSON values: reading and writing text, pointers, patches, and embedded media."""
