"""A made-up format, its edges and its target: exactly what a contributor would write."""
