"""What is kept on this computer between two starts: conversations, their repairs, replays and notes.

One SQLite file, written through `cases`. It knows neither the page nor who asks; keys of providers never get here.
"""
