"""What the Learn page teaches, without the page: mappings, walks, the catalogue of rules, and breaking a chat.

Nothing here is written by hand that the product can observe: tables come from probing the converters, walks and
verdicts from the same checks that judge a user's own conversation.
"""
