"""The data that the page and the server exchange. A test compares these types, and those of `drawn_rows`, with
`app/component/protocol.js`.

A question comes from a browser, so `page_request` checks every field before it is used.
"""

from typing import Any, NotRequired, TypedDict

from workbench.json.text import Json
from workbench.view.drawn_rows import DrawnMessage, LinkedConversation, RequestRow, Row


class FilterData(TypedDict):
    kind: str
    value: str


class PageLink(TypedDict):
    title: str
    url: str
    current: bool


class Window(TypedDict):
    total: int
    """The number of rows in the list."""
    count: int
    """The number of messages."""
    problems: int
    changes: int
    """The number of rows that a repair changes."""
    first: int
    rows: list[Row]
    map: list[tuple[float, str]]
    roles: list[str]
    threads: list[list[Any]]
    more_threads: int
    """The number of threads that are not listed."""


class FileColumn(TypedDict):
    """The stage before the messages: the file that they were read from."""

    column: int
    differs: bool
    """Whether the file contains more or less than the messages, apart from their wrapping."""


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
    """The line or row of the file that contains it, if the file is not the request itself."""
    text: str
    plain: str
    """The same for a reader who has never seen JSON."""
    words: str
    """The predicted error message of the provider."""
    more: NotRequired[int]
    others: NotRequired["list[CauseRow]"]
    fix: NotRequired[FixTitle | None]


class Promise(TypedDict):
    """The verdict that the repair would lead to."""

    severity: str
    text: str


class Headline(TypedDict):
    severity: str
    outcome: str
    text: str
    words: str
    promise: NotRequired[Promise | None]


class Recorded(TypedDict):
    """The refusal that came with the file, and the predicted one."""

    words: str
    predicted: str
    foreseen: bool
    """Whether the check finds exactly the fault that the recorded error reports."""
    plain: str
    """What the error means, for a reader who has never seen JSON."""
    sentence: str
    """What the error means and where its cause is."""
    message_index: int | None


class Explanation(TypedDict):
    """What a pasted error means."""

    plain: str
    sentence: str


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
    """The position that a command moved to."""

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
    """The value as indented JSON, if it is or contains JSON."""
    cut: str
    """How much is shown, if not all."""
    url: str
    """The data URL of a picture that is in the file."""


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
    """The versions of the conversation that can be shown, and the one that is shown."""

    choices: list[list[str]]
    """Name and title of each; empty if there is only one version."""
    shown: str


class Bar(TypedDict):
    pages: list[PageLink]
    actions: list[Action]
    section: str
    """The open section."""


class ConversionChoice(TypedDict):
    """A column that programs convert differently: the program whose conversion it shows, the others, and a note."""

    column: int
    chosen: str
    programs: list[list[str]]
    """Name and title of each."""
    story: str


class StageData(TypedDict):
    """Everything the server sends for a conversation."""

    part: str
    sequence: int
    """The number of the question that this answers."""
    document: str
    """Identifies the conversation, its format and its target."""
    layout: str
    """Identifies the layout of the columns."""
    listing: str
    """Identifies the list of rows."""
    commands_done: int
    look: LookData
    bar: Bar
    versions: VersionChoice
    head: Head
    refusing: str
    columns: list[list[str]]
    file: FileColumn | None
    conversion_choices: list[ConversionChoice]
    request: list[RequestRow]
    window: Window
    broken: dict[str, str]
    panel: Json
    go_to: GoTo | None
    clipboard: Clipboard | None
    reader: Reader | None
    located: Explanation | None
    """The meaning of the error that the user pasted."""
    failure: str
    """Why the last replay got no answer."""
    scroll: int
    group: list[Json]
    started_by: LinkedConversation | None
    key: str
    address: Address


class Command(TypedDict):
    """An action to run once. Further fields depend on the name."""

    number: int
    name: str


class Question(TypedDict):
    """A question of the page to the server."""

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
    """How the field is converted."""
    lost: bool
    why: str
    places: list[str]
    """The field's values in the example: side, message and pointer."""


class MappingData(TypedDict):
    """An example in two formats, with the links between its values."""

    part: str
    titles: list[str]
    roles: list[Json]
    """The role of each message, for each side."""
    left: list[DrawnMessage]
    right: list[DrawnMessage]
    links: list[Json]
    """Source, target and kind of change."""
    fields: list[FieldData]
    text: str
    """The content of the editor."""
    problem: str
    """Why the content of the editor could not be converted."""
