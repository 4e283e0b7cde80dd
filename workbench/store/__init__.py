"""The store on this computer: conversations, their repairs, replays and notes, kept until the user deletes them.

It is one SQLite file, written only by `cases`. Providers' keys are never stored.
"""
