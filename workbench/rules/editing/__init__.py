"""Edits that the fixes of several rules share: re-thread, move, split, convert, leave out, add placeholders."""
