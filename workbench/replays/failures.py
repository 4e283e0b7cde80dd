"""An exception of the client or the network → `ProviderError`, in a sentence that says what to do about it.

Sentences follow the error table of the provider this workbench grew from (429, 401, 400, 404, 5xx, network); the
provider's own words are in them unchanged. A status is never lost to a word in the text.
"""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Iterator

import httpx2
import openai

from workbench.locating.envelopes.pages import looks_like_html, title_of
from workbench.replays import errors
from workbench.replays.bounded import TooLargeError
from workbench.replays.endpoint import Endpoint
from workbench.replays.errors import AuthenticationError, Original, ProviderError, RateLimitError
from workbench.replays.refusals import Refusal, read_refusal, refusal_of
from workbench.replays.retry_after import retry_after
from workbench.replays.secrets import open_url

EXPECTED = (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, ValueError, OSError)
"""What the client raises for what the provider or the network does."""


def failure(exception: BaseException, endpoint: Endpoint, attempts: int = 1, streaming: bool = False) -> ProviderError:
    """`streaming`: the answer had begun to arrive."""
    if isinstance(exception, ProviderError):
        return exception
    if isinstance(exception, openai.APIStatusError):
        error = status_error(exception.response, endpoint)
    elif isinstance(exception, openai.APIError) and not isinstance(exception, openai.APIConnectionError):
        error = _told_in_the_stream(refusal_of(exception.body or exception.message), endpoint)
    elif isinstance(exception, (json.JSONDecodeError, UnicodeDecodeError)):
        error = malformed(endpoint, str(exception))
    else:
        error = _not_reached(exception, endpoint, streaming)
    error.attempts = max(1, attempts)
    error.original = _original(exception, endpoint)
    return error


def status_error(response: httpx2.Response, endpoint: Endpoint) -> ProviderError:
    """A response that is no success."""
    text = endpoint.secrets.hide(response.text)
    refusal = read_refusal(text)
    words = refusal.words or response.reason_phrase or f"status {response.status_code}"
    status = response.status_code
    if looks_like_html(text):
        words = f"an HTML page{f' ({title_of(text)})' if title_of(text) else ''}"
    kind, sentence = _of_status(status, words, endpoint)
    if 300 <= status < 400:
        there = endpoint.secrets.hide(open_url(response.headers.get("location", "")) or "somewhere else")
        kind, sentence = (
            errors.WRONG_URL,
            f"{open_url(endpoint.base_url)} redirects to {there}; use that as the base URL.",
        )
    made = {errors.RATE_LIMIT: RateLimitError, errors.AUTHENTICATION: AuthenticationError}.get(kind, ProviderError)
    exhausted = refusal.code == "insufficient_quota"
    return made(
        sentence=sentence,
        words=words,
        kind=kind,
        provider=endpoint.name,
        status=status,
        request_id=response.headers.get("x-request-id") or response.headers.get("request-id"),
        param=refusal.param,
        code=refusal.code,
        type=refusal.type,
        retryable=(status in (408, 409, 429) or status >= 500) and not exhausted,
        retry_after=retry_after(response.headers),
    )


def _of_status(status: int, words: str, endpoint: Endpoint) -> tuple[str, str]:
    if status == 429:
        return errors.RATE_LIMIT, f"Rate limit exceeded: {words}"
    if status in (401, 403):
        return errors.AUTHENTICATION, f"Authentication failed: {words.rstrip('.')}. Please check your API key."
    if status == 404:
        where = open_url(endpoint.base_url)
        return errors.NOT_FOUND, f"Resource not found: {words}. Check the base URL ({where}) and the model's name."
    if status >= 500:
        return errors.SERVER, f"Server error: {words}"
    return errors.REFUSED, f"Invalid request: {words}"


def _told_in_the_stream(refusal: Refusal, endpoint: Endpoint) -> ProviderError:
    """An error event inside a stream: it has no status of its own."""
    words = endpoint.secrets.hide(refusal.words)
    sentence = f"The provider ended the stream with an error: {words}"
    return ProviderError(
        sentence, words, errors.CUT_STREAM, endpoint.name, None, None, refusal.param, refusal.code, refusal.type, True
    )


def told_failure(body: object, endpoint: Endpoint) -> ProviderError:
    """A response whose own status says that it failed."""
    return _told_in_the_stream(refusal_of(body), endpoint)


def malformed(endpoint: Endpoint, detail: str) -> ProviderError:
    sentence = f"{endpoint.name} answered with something that is not JSON: {endpoint.secrets.hide(detail)}"
    return ProviderError(sentence, kind=errors.NOT_JSON, provider=endpoint.name)


def unusable(response: httpx2.Response, text: str, endpoint: Endpoint) -> ProviderError:
    """A success whose body is no answer: nothing, a web page, or broken JSON."""
    where = open_url(str(response.url))
    if not text.strip():
        error = ProviderError(f"{endpoint.name} answered {response.status_code} with an empty body.", kind=errors.EMPTY)
        error.retryable = True
    elif looks_like_html(text):
        title = endpoint.secrets.hide(title_of(text))
        page = f"a web page ({title!r})" if title else "a web page"
        sentence = (
            f"{where} answered with {page} where JSON was expected. The base URL is probably wrong (does it lack /v1?) "
            "or a proxy or login page answered instead."
        )
        error = ProviderError(sentence, title, errors.HTML)
    else:
        error = malformed(endpoint, _place_of_fault(text))
        error.words = endpoint.secrets.hide(text.strip()[:500])
    error.provider, error.status = endpoint.name, response.status_code
    error.request_id = response.headers.get("x-request-id")
    return error


def _place_of_fault(text: str) -> str:
    try:
        json.loads(text)
    except (ValueError, RecursionError) as fault:
        return str(fault)
    return "it is JSON, but not an object"


def cut_stream(endpoint: Endpoint, detail: str) -> ProviderError:
    sentence = f"The stream was cut: {detail} What had arrived is kept."
    return ProviderError(sentence, kind=errors.CUT_STREAM, provider=endpoint.name, retryable=True)


def _not_reached(exception: BaseException, endpoint: Endpoint, streaming: bool) -> ProviderError:
    """No response, or no end of one."""
    chain = list(_chain(exception))
    where = open_url(endpoint.base_url)

    def error(kind: str, sentence: str, retryable: bool) -> ProviderError:
        return ProviderError(sentence, kind=kind, provider=endpoint.name, retryable=retryable)

    if any(isinstance(link, (httpx2.TimeoutException, openai.APITimeoutError)) for link in chain):
        return error(errors.TIMEOUT, f"{endpoint.name} sent nothing for {endpoint.timeout:g} seconds.", True)
    if large := next((link for link in chain if isinstance(link, TooLargeError)), None):
        return error(errors.TOO_LARGE, f"{endpoint.name} was cut off: {large}.", False)
    if streaming:
        return cut_stream(endpoint, "the connection closed before the answer was complete.")
    if any(isinstance(link, (httpx2.InvalidURL, httpx2.UnsupportedProtocol)) for link in chain):
        return error(errors.WRONG_URL, f"The base URL {where!r} is not an http:// or https:// address.", False)
    if any(isinstance(link, socket.gaierror) for link in chain):
        return error(errors.DNS, f"Network error: no address is known for {where!r}. Check the base URL.", False)
    if any(isinstance(link, ssl.SSLError) for link in chain):
        why = next(link for link in chain if isinstance(link, ssl.SSLError))
        sentence = f"Network error: no safe connection to {where} ({why.reason or 'TLS'}). Is it http:// there?"
        return error(errors.TLS, sentence, False)
    if any(isinstance(link, ConnectionRefusedError) for link in chain):
        return error(errors.NETWORK, f"Network error: nothing answers at {where}. Is the server running?", True)
    cause = endpoint.secrets.hide(str(chain[-1]) or type(chain[-1]).__name__)
    if isinstance(exception, (openai.APIConnectionError, httpx2.HTTPError, OSError)):
        return error(errors.NETWORK, f"Network error: {cause}", True)
    return error(errors.NOT_SENT, f"The request could not be sent: {cause}", False)


def _chain(exception: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    link: BaseException | None = exception
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        if isinstance(link, BaseExceptionGroup):
            yield from link.exceptions
        link = link.__cause__ or link.__context__


def _original(exception: BaseException, endpoint: Endpoint) -> Original:
    first, *others = list(_chain(exception))
    hide = endpoint.secrets.hide
    causes = tuple(hide(f"{type(link).__name__}: {link}") for link in others)
    return Original(type(first).__name__, hide(str(first)), causes)
