"""What the page shows, as plain data: no widgets here, and no decisions about conversations in the page.

`View` (`window`) holds one checked conversation; it gives the rows that are on the screen (`rows`), each cell as
lines (`lines`), the threads of tool ids (`threads`), the places of problems (`listing`), the verdict in words
(`verdict`) and the details of a selected message (`message`).
"""
