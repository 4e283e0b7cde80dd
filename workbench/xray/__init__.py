"""X-ray of a user's own converter: what it carries, loses and invents, found by the same probing as our own.

It runs in a separate process, on the example and the healthy samples of the format; `run` starts that process.
"""
