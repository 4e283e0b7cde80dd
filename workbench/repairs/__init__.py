"""Repair: plan, apply, guard, and check again until nothing changes."""
