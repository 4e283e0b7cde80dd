"""Repair a conversation: plan, apply, guard, and check again until nothing changes."""
