"""Shrinking: the smallest conversation that still shows the same finding."""
