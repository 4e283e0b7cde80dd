"""The content of the Learn page, without the page: mappings, walks, the catalogue of rules, and puzzles.

Whatever the product can observe is not written by hand: tables come from probing the converters, walks and verdicts
from the same checks that judge a user's own conversation.
"""
