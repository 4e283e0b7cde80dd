"""The rows of the page as data: their lines, notes, chat blocks and unsent records. A part of the protocol."""

from typing import NotRequired, TypedDict

from workbench.json.text import Json


class Segment(TypedDict):
    """A piece of a line: a key, a string, a number, a word, a tool id, a fold, an image, a separator."""

    kind: str
    text: str
    pointer: NotRequired[str]
    """The pointer of the value inside its message."""
    mark: NotRequired[str]
    """Lost, invented or changed; for a value in the file: unsent."""
    severity: NotRequired[str]
    """The severity of the finding at this value."""
    thread: NotRequired[int]
    """The thread of a tool id."""
    size: NotRequired[str]
    """The size of a shortened string."""
    opened: NotRequired[bool]
    cut: NotRequired[str]
    """A note that even the opened text is shortened."""
    url: NotRequired[str]
    """The data URL of an image that is in the file."""
    change: NotRequired[str]
    """Struck or added by the repair."""
    place: NotRequired[str]
    """The place of a value in the other version, if it is not at its pointer in this message."""
    whole: NotRequired[bool]
    """Whether the thread of a tool id is unbroken in the other version."""


class Line(TypedDict):
    depth: int
    tag: NotRequired[str]
    change: NotRequired[str]
    """Struck or added by the repair."""
    segments: list[Segment]


class DrawnMessage(TypedDict):
    position: int
    """The position in its column, or the number of a record."""
    lines: list[Line]
    name: NotRequired[str]
    """The place of a record in the file."""


class Cell(TypedDict):
    messages: list[DrawnMessage]
    why: NotRequired[str]
    """The reason why the cell has no messages."""
    origin: NotRequired[str]
    """The origin of a response: recorded, reconstructed, live, rehearsed."""


class Note(TypedDict):
    cause: int
    column: str
    code: str
    rule: str
    severity: str
    text: str
    plain: NotRequired[str]
    lines: NotRequired[list[str]]
    state: NotRequired[str]
    """Solved by the repair, or new after it."""
    fix: NotRequired[str]
    """The fix that a note on a repair belongs to, so the user can untick it."""


class ChatBlock(TypedDict):
    """A text, thought, picture, call or result as the chat shows it."""

    kind: str
    place: str
    """Column, message and pointer of its value."""
    message: int
    """The message that contains it."""
    text: str
    cut: NotRequired[str]
    """How much of the text is shown, if not all."""
    name: NotRequired[str]
    """The name of the tool."""
    tool_id: NotRequired[str]
    id_place: NotRequired[str]
    thread: NotRequired[int]
    failed: NotRequired[bool]
    """Whether this is a result that reports an error."""
    severity: NotRequired[str]
    """The severity of the finding in it."""
    url: NotRequired[str]
    """The data URL of a picture that is in the file."""
    results: NotRequired["list[ChatBlock]"]
    """The results of a call."""
    answers: NotRequired[int]
    """The message of the call whose card shows this result."""
    change: NotRequired[str]
    """Struck or added by the repair."""
    became: NotRequired["list[ChatBlock]"]
    """The call or result before and after the repair, if they differ."""
    whole: NotRequired[bool]
    """Whether its thread is unbroken in the other version."""


class ChatAnswer(TypedDict):
    """The answer of a model after a message."""

    origin: str
    blocks: list[ChatBlock]


class UnsentRecord(TypedDict):
    """A record of the file that is not sent."""

    position: int
    name: str
    """Its place in the file."""
    why: str
    """The reason, if it is known."""
    lines: list[Line]


class UnsentRecords(TypedDict):
    """Unsent records between two messages, as a line that can be unfolded."""

    place: str
    """The name of the fold that shows them."""
    text: str
    opened: bool
    records: list[UnsentRecord]
    rest: int
    """How many more records there are."""
    more: str
    """The name of the fold that shows the next of them."""


class LinkedConversation(TypedDict):
    """A conversation of the same file that a call started, or whose call started this one."""

    key: str
    title: str


class Row(TypedDict):
    index: int
    """The index of the message."""
    role: str
    time: str
    severity: str
    cells: list[Cell]
    links: list[Json]
    """Source, target and kind of change."""
    notes: list[Note]
    chat: NotRequired[list[ChatBlock]]
    """The blocks of the chat view, which replace the cells."""
    answer: NotRequired[ChatAnswer]
    change: NotRequired[str]
    """Changed, moved, struck or added by the repair; empty if unchanged."""
    number: NotRequired[str]
    """The text in the gutter, if it is not the index."""
    gap: NotRequired[UnsentRecords]
    """The unsent records before the message."""
    end: NotRequired[UnsentRecords]
    """The unsent records after the last message."""
    started: NotRequired[list[LinkedConversation]]
    """The conversations that calls of this message started."""


class RequestRow(TypedDict):
    """One row of the request-level settings."""

    title: str
    """system, tools or parameters."""
    severity: str
    cells: list[Cell]
    """One cell for each stage before the answer."""
    notes: list[Note]
