"""Everything that the page shows, as plain data. Widgets are in `app/`, which decides nothing about conversations.

`View` (`window`) is one checked conversation. It returns the rows on the screen (`rows`), each cell as lines
(`lines`), the threads of tool ids (`threads`), the positions of problems (`listing`), the verdict as text (`verdict`)
and the details of a selected message (`message_details`).
"""
