"""What travels between the page and the server. `app/component/protocol.js` describes the same; a test compares them.

A question comes from a browser, so `page_request` checks every field before it is used.
"""

from typing import NotRequired, TypedDict

from workbench.json.text import Json


class FilterData(TypedDict):
    kind: str
    value: str


class PageLink(TypedDict):
    title: str
    url: str
    current: bool


class Segment(TypedDict):
    """A piece of a line: a key, a string, a number, a word, a tool id, a fold, an image, a separator."""

    kind: str
    text: str
    pointer: NotRequired[str]
    """Inside its message."""
    mark: NotRequired[str]
    """Lost, invented or changed; of a value in the file: unsent."""
    severity: NotRequired[str]
    """Of the finding at this value."""
    thread: NotRequired[int]
    """Of a tool id."""
    size: NotRequired[str]
    """Of a string that is cut."""
    opened: NotRequired[bool]
    cut: NotRequired[str]
    """Where even the opened text is cut."""
    url: NotRequired[str]
    """Of an image that is in the file."""
    change: NotRequired[str]
    """Struck or added by the repair."""
    place: NotRequired[str]
    """Where it is, if not at its pointer in this message: in the other version."""
    whole: NotRequired[bool]
    """Of a tool id in the other version: whether its thread is whole there."""


class Line(TypedDict):
    depth: int
    tag: NotRequired[str]
    change: NotRequired[str]
    """Struck or added by the repair."""
    segments: list[Segment]


class DrawnMessage(TypedDict):
    position: int
    """In its column; of a record its number."""
    lines: list[Line]
    name: NotRequired[str]
    """Of a record: its place in the file."""


class Cell(TypedDict):
    messages: list[DrawnMessage]
    why: NotRequired[str]
    """There is none."""
    origin: NotRequired[str]
    """Of a response: recorded, reconstructed, live, rehearsed."""


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
    """Of a note on what is repaired: the fix, to leave it out."""


class ChatBlock(TypedDict):
    """A text, thought, picture, call or result as the chat shows it."""

    kind: str
    place: str
    """Column, message and pointer of its value."""
    message: int
    """The message that holds it."""
    text: str
    cut: NotRequired[str]
    """How much of the text is shown, if not all."""
    name: NotRequired[str]
    """Of the tool."""
    tool_id: NotRequired[str]
    id_place: NotRequired[str]
    thread: NotRequired[int]
    failed: NotRequired[bool]
    """A result that reports an error."""
    severity: NotRequired[str]
    """Of the finding in it."""
    url: NotRequired[str]
    """Of a picture that is in the file."""
    results: NotRequired["list[ChatBlock]"]
    """Of a call."""
    answers: NotRequired[int]
    """The message of the call in whose card this result is shown."""
    change: NotRequired[str]
    """Struck or added by the repair."""
    became: NotRequired["list[ChatBlock]"]
    """The call or result before and after the repair, where they differ."""
    whole: NotRequired[bool]
    """In the other version: whether its thread is whole there."""


class ChatAnswer(TypedDict):
    """What a model answered after a message."""

    origin: str
    blocks: list[ChatBlock]


class LeftOutRecord(TypedDict):
    """A record of the file that is not sent."""

    position: int
    name: str
    """Its place in the file."""
    why: str
    """The reason, if it is known."""
    lines: list[Line]


class Gap(TypedDict):
    """Records between two messages that are not sent: a line that can be unfolded."""

    place: str
    """What to open to see them."""
    text: str
    opened: bool
    records: list[LeftOutRecord]
    rest: int
    """How many more there are."""
    more: str
    """What to open to see some of those."""


class FileColumn(TypedDict):
    """The stage before the messages: the file that they were read from."""

    column: int
    differs: bool
    """Whether the file says more or less than the messages, beside their wrapping."""


class Relative(TypedDict):
    """A conversation of the same file that a call started, or whose call started this one."""

    key: str
    title: str


class Row(TypedDict):
    index: int
    """Of the message."""
    role: str
    time: str
    severity: str
    cells: list[Cell]
    links: list[Json]
    """From, to, how."""
    notes: list[Note]
    chat: NotRequired[list[ChatBlock]]
    """In the chat view, in place of the cells."""
    answer: NotRequired[ChatAnswer]
    change: NotRequired[str]
    """Changed, moved, struck or added by the repair; empty if it stays."""
    number: NotRequired[str]
    """What the gutter says in place of the index."""
    gap: NotRequired[Gap]
    """Before the message."""
    end: NotRequired[Gap]
    """After the last message."""
    started: NotRequired[list[Relative]]
    """By calls of this message."""


class RequestRow(TypedDict):
    """One row of what is sent next to the messages."""

    title: str
    """system, tools or parameters."""
    severity: str
    cells: list[Cell]
    """Of the stages before the answer."""
    notes: list[Note]


class Window(TypedDict):
    total: int
    """Rows in the list."""
    count: int
    """Messages."""
    problems: int
    changes: int
    """Rows that a repair changes."""
    first: int
    rows: list[Row]
    map: list[Json]
    roles: list[str]
    threads: list[Json]


class FixTitle(TypedDict):
    title: str
    safe: bool
    reason: str


class CauseRow(TypedDict):
    cause: int
    code: str
    rule: str
    severity: str
    index: int
    where: str
    in_file: str
    """The line or row that it is in, if the file is not the request itself."""
    text: str
    plain: str
    """The same for somebody who has never seen JSON."""
    words: str
    """What the provider would say."""
    more: NotRequired[int]
    others: NotRequired["list[CauseRow]"]
    fix: NotRequired[FixTitle | None]


class Promise(TypedDict):
    """What the repair would earn."""

    severity: str
    text: str


class Headline(TypedDict):
    severity: str
    outcome: str
    text: str
    words: str
    promise: NotRequired[Promise | None]


class Recorded(TypedDict):
    """The refusal that came with the file, beside the one that is predicted."""

    words: str
    predicted: str
    foreseen: bool
    """Whether the check finds the very fault that the words are about."""
    sentence: str
    """What it means and where it leads."""
    message_index: int | None


class Head(TypedDict):
    name: str
    verdict: Headline
    recorded: Recorded | None
    unread: list[str]
    format: str
    dialect: str
    known: str
    formats: list[Json]
    target: str
    targets: list[Json]
    notes: list[str]
    causes: list[CauseRow]
    hidden: int
    why: Json


class LookData(TypedDict):
    view: str
    """stages or chat."""
    selected: int | None
    filter: FilterData
    query: str
    panel: str
    why: str
    opened: list[str]
    first: int
    last: int
    all: bool


class GoTo(TypedDict):
    """Where a command led."""

    command: int
    position: int


class Clipboard(TypedDict):
    command: int
    text: str


class Reader(TypedDict):
    """A value in full."""

    command: int
    place: str
    text: str
    pretty: str
    """Indented, if it is or holds JSON."""
    cut: str
    """How much is shown, if not all."""
    url: str
    """Of a picture that is in the file."""


class Address(TypedDict):
    conversation: dict[str, str]
    details: dict[str, str]


class Action(TypedDict):
    """A button of the bar that opens a section."""

    name: str
    label: str
    hint: str
    primary: bool


class VersionChoice(TypedDict):
    """Which versions of the conversation there are to look at, and which is looked at."""

    choices: list[Json]
    """Name and title; empty if there is one version only."""
    shown: str


class Bar(TypedDict):
    pages: list[PageLink]
    actions: list[Action]
    section: str
    """The one that is open."""


class Way(TypedDict):
    """A column that programs convert differently: whose way it shows, whose it could show, and what is particular."""

    column: int
    chosen: str
    programs: list[list[str]]
    """Name and title of each."""
    story: str


class StageData(TypedDict):
    """Everything the server sends for a conversation."""

    part: str
    sequence: int
    """Of the question that this answers."""
    document: str
    """Which conversation, read and judged how."""
    layout: str
    """Of the columns."""
    listing: str
    """Which rows are listed."""
    commands_done: int
    look: LookData
    bar: Bar
    versions: VersionChoice
    head: Head
    refusing: str
    columns: list[Json]
    file: FileColumn | None
    ways: list[Way]
    request: list[RequestRow]
    window: Window
    broken: dict[str, str]
    panel: Json
    go_to: GoTo | None
    clipboard: Clipboard | None
    reader: Reader | None
    located: str
    scroll: int
    group: list[Json]
    started_by: Relative | None
    key: str
    address: Address


class Command(TypedDict):
    """Something to be done once. Further fields depend on the name."""

    number: int
    name: str


class Question(TypedDict):
    """What the page asks for."""

    sequence: int
    document: str | None
    commands_done: int
    first: int
    last: int
    filter: FilterData
    query: str
    selected: int | None
    opened: list[str]
    panel: str
    view: str
    all: bool
    why: str
    command: Command | None


class FieldData(TypedDict):
    """One row of the table of a mapping."""

    source: str
    target: str
    words: str
    """What happens to it."""
    lost: bool
    why: str
    places: list[str]
    """Its values in the example: side, message and pointer."""


class MappingData(TypedDict):
    """An example in two formats, with what became of its values."""

    part: str
    titles: list[str]
    roles: list[Json]
    """For each side, who speaks in each message."""
    left: list[DrawnMessage]
    right: list[DrawnMessage]
    links: list[Json]
    """From, to, how."""
    fields: list[FieldData]
    text: str
    """The example as it is edited."""
    problem: str
    """Why what is in the editor is not on the right."""
