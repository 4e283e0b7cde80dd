"""A format that nobody has, its edges and its target: what a contributor would write, and nothing more."""
