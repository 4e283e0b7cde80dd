"""Mutations of content, and of messages that do not belong in the history."""

from __future__ import annotations

from random import Random

from msgspec import structs

from workbench.formats import FORMATS, Format
from workbench.formats.contract import CERTAIN, NO_EVIDENCE
from workbench.json.media import split_data_url
from workbench.json.patch import add, replace
from workbench.json.text import Json
from workbench.mutations.contract import Damage, Subject, mutation
from workbench.mutations.format_conditions import any_format, both, own_target_enforces
from workbench.shapes import shape_of


@mutation(
    "null-content",
    "Content is null",
    "The content of a user message becomes null, as when a database stores an empty text as null.",
    ("content-null", "format-wrong-for-target"),
    both(
        lambda form: form.traits.parts_key == "content", own_target_enforces("content-null", "format-wrong-for-target")
    ),
)
def null_content(subject: Subject, random: Random) -> Damage | None:
    users = _user_messages(subject)
    if not users:
        return None
    pointer = subject.conversation.pointer(random.choice(users), ("content",))
    return Damage((replace(pointer, None),), (pointer,))


def _user_messages(subject: Subject) -> list[int]:
    """Return the messages of users that contain no result."""
    chat = subject.chat
    with_results = {result.message for result in chat.results}
    return [index for index, role in enumerate(chat.roles) if role == "user" and index not in with_results]


@mutation(
    "empty-text",
    "An empty text block",
    "An empty text block is added to a user message.",
    ("content-empty-text",),
    both(lambda form: form.wire is not None, own_target_enforces("content-empty-text")),
)
def empty_text(subject: Subject, random: Random) -> Damage | None:
    texts = [text for text in subject.chat.texts if len(text.path) == 2 and isinstance(text.raw, dict)]
    if not texts:
        return None
    text = random.choice(texts)
    pointer = subject.at(text)
    return Damage((add(pointer, {**text.raw, text.places["value"][0]: ""}),), (pointer,))


@mutation(
    "words-first",
    "Text before the result",
    "A text is added before the results of a message.",
    ("tool-result-not-first",),
    own_target_enforces("tool-result-not-first"),
)
def text_first(subject: Subject, random: Random) -> Damage | None:
    results = [result for result in subject.chat.results if result.path == ("content", 0)]
    if not results:
        return None
    result = random.choice(results)
    moved = structs.replace(result, path=("content", 1))
    return Damage((add(subject.at(result), {"type": "text", "text": "A reminder."}),), (subject.at(moved),))


@mutation(
    "strip-data-prefix",
    "An image without its data URL prefix",
    "The prefix of an image's data URL is removed, so that only base64 is left.",
    ("image-no-data-prefix",),
    lambda form: form.traits.images_are_urls,
)
def strip_data_prefix(subject: Subject, random: Random) -> Damage | None:
    images = [image for image in subject.chat.images if split_data_url(image.value) and subject.has(image, "value")]
    if not images:
        return None
    image = random.choice(images)
    url = split_data_url(image.value)
    pointer = subject.at(image, "value")
    return Damage((replace(pointer, url.data if url else ""),), (pointer,))


@mutation(
    "mix-formats",
    "A message in another format",
    "A message in another format is added to the history, as when two programs write to it.",
    ("format-mixed",),
    any_format,
)
def mix_formats(subject: Subject, random: Random) -> Damage | None:
    foreign_message, users = _message_of_another_format(subject.format), _user_messages(subject)
    if foreign_message is None or not users or len(subject.chat.messages) < 2:
        return None
    pointer = subject.message(random.choice(users))
    return Damage((add(pointer, foreign_message),), (pointer,))


def _message_of_another_format(form: Format) -> Json:
    """Return a message that is certainly of another format and certainly not of this one."""
    for other in reversed(FORMATS.values()):
        message = other.say(["Written elsewhere."]) if other.say else None
        if (
            message
            and form.recognise(shape_of(message)) == NO_EVIDENCE
            and other.recognise(shape_of(message)) == CERTAIN
        ):
            return message
    return None
