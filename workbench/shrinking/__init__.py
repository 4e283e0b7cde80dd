"""Shrinking: find the smallest conversation that still has the same finding."""
