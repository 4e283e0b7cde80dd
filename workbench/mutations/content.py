"""Faults of content, and of messages that do not belong."""

from __future__ import annotations

from random import Random

from msgspec import structs

from workbench.formats import FORMATS, Format
from workbench.formats.contract import CERTAIN, NO_EVIDENCE
from workbench.json.media import split_data_url
from workbench.json.patch import add, replace
from workbench.json.text import Json
from workbench.mutations.contract import Damage, Subject, fault
from workbench.mutations.formats import any_format, both, home_names
from workbench.shapes import shape_of


@fault(
    "null-content",
    "Nothing said",
    "The content of a user message becomes null, as when a database stores an empty text.",
    ("content-null", "format-wrong-for-target"),
    both(lambda form: form.traits.parts_key == "content", home_names("content-null", "format-wrong-for-target")),
)
def null_content(subject: Subject, random: Random) -> Damage | None:
    users = _said_by_users(subject)
    if not users:
        return None
    place = subject.conversation.pointer(random.choice(users), ("content",))
    return Damage((replace(place, None),), (place,))


def _said_by_users(subject: Subject) -> list[int]:
    """The messages of users that carry no result."""
    chat = subject.chat
    carrying = {result.message for result in chat.results}
    return [index for index, role in enumerate(chat.roles) if role == "user" and index not in carrying]


@fault(
    "empty-text",
    "An empty block",
    "An empty text block is put into a user message.",
    ("content-empty-text",),
    both(lambda form: form.wire is not None, home_names("content-empty-text")),
)
def empty_text(subject: Subject, random: Random) -> Damage | None:
    texts = [text for text in subject.chat.texts if len(text.path) == 2 and isinstance(text.raw, dict)]
    if not texts:
        return None
    text = random.choice(texts)
    place = subject.at(text)
    return Damage((add(place, {**text.raw, text.places["value"][0]: ""}),), (place,))


@fault(
    "words-first",
    "Words before the answer",
    "A text is put before the results in their message.",
    ("tool-result-not-first",),
    home_names("tool-result-not-first"),
)
def words_first(subject: Subject, random: Random) -> Damage | None:
    results = [result for result in subject.chat.results if result.path == ("content", 0)]
    if not results:
        return None
    result = random.choice(results)
    moved = structs.replace(result, path=("content", 1))
    return Damage((add(subject.at(result), {"type": "text", "text": "A reminder."}),), (subject.at(moved),))


@fault(
    "strip-data-prefix",
    "Only the bytes",
    "The beginning of an image's data URL is cut off, so that bare base64 is left.",
    ("image-no-data-prefix",),
    lambda form: form.traits.images_are_urls,
)
def strip_data_prefix(subject: Subject, random: Random) -> Damage | None:
    images = [image for image in subject.chat.images if split_data_url(image.value) and subject.has(image, "value")]
    if not images:
        return None
    image = random.choice(images)
    url = split_data_url(image.value)
    place = subject.at(image, "value")
    return Damage((replace(place, url.data if url else ""),), (place,))


@fault(
    "mix-formats",
    "A stranger in the list",
    "A message in another format is put among the others, as when two programs write one history.",
    ("format-mixed",),
    any_format,
)
def mix_formats(subject: Subject, random: Random) -> Damage | None:
    stranger, users = _stranger(subject.format), _said_by_users(subject)
    if stranger is None or not users or len(subject.chat.messages) < 2:
        return None
    place = subject.message(random.choice(users))
    return Damage((add(place, stranger),), (place,))


def _stranger(form: Format) -> Json:
    """A message that is surely of another format and surely not of this one."""
    for other in reversed(FORMATS.values()):
        message = other.say(["Written elsewhere."]) if other.say else None
        if (
            message
            and form.recognise(shape_of(message)) == NO_EVIDENCE
            and other.recognise(shape_of(message)) == CERTAIN
        ):
            return message
    return None
