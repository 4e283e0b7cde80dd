"""X-ray of a converter that somebody else wrote: what it carries, loses and invents, found by the same probing.

It is run in a process of its own, on the example and the healthy samples of the format; `run` starts that process.
"""
