"""Turn an exception of the client or the network into a `ProviderError` with a sentence that helps to fix it.

Each kind of failure (429, 401, 400, 404, 5xx, network) has its own sentence, which quotes the provider's message
unchanged. The HTTP status decides the kind; words in the message never override it.
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
from workbench.replays.endpoint import Endpoint
from workbench.replays.errors import AuthenticationError, ErrorKind, Original, ProviderError, RateLimitError
from workbench.replays.refusals import read_refusal, refusal_of
from workbench.replays.response_limit import TooLargeError
from workbench.replays.retry_after import retry_after
from workbench.replays.secrets import safe_url

EXPECTED_EXCEPTIONS = (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, ValueError, OSError)
"""The exceptions that the client raises when the provider or the network fails."""


def provider_error(
    exception: BaseException, endpoint: Endpoint, attempts: int = 1, streaming: bool = False
) -> ProviderError:
    """Return the error for an exception; `streaming` means that part of the answer had already arrived."""
    if isinstance(exception, ProviderError):
        return exception
    if isinstance(exception, openai.APIStatusError):
        error = status_error(exception.response, endpoint)
    elif isinstance(exception, openai.APIError) and not isinstance(exception, openai.APIConnectionError):
        error = reported_error(exception.body or exception.message, endpoint)
    elif isinstance(exception, (json.JSONDecodeError, UnicodeDecodeError)):
        error = _not_json_error(endpoint, str(exception))
    else:
        error = _connection_error(exception, endpoint, streaming)
    error.attempts = max(1, attempts)
    error.original = _original(exception, endpoint)
    return error


def status_error(response: httpx2.Response, endpoint: Endpoint) -> ProviderError:
    """Return the error for a response whose status is not a success."""
    text = endpoint.secrets.hide(response.text)
    refusal = read_refusal(text)
    words = refusal.words or response.reason_phrase or f"status {response.status_code}"
    status = response.status_code
    if looks_like_html(text):
        words = f"an HTML page{f' ({title_of(text)})' if title_of(text) else ''}"
    kind, sentence = _explain_status(status, words, endpoint)
    if 300 <= status < 400:
        location = endpoint.secrets.hide(safe_url(response.headers.get("location", "")) or "somewhere else")
        kind = errors.WRONG_URL
        sentence = f"{safe_url(endpoint.base_url)} redirects to {location}; use that as the base URL."
    quota_used_up = refusal.code == "insufficient_quota"
    return _CLASSES.get(kind, ProviderError)(
        sentence=sentence,
        words=words,
        kind=kind,
        provider=endpoint.name,
        status=status,
        request_id=response.headers.get("x-request-id") or response.headers.get("request-id"),
        param=refusal.param,
        code=refusal.code,
        type=refusal.type,
        retryable=(status in (408, 409, 429) or status >= 500) and not quota_used_up,
        retry_after=retry_after(response.headers),
    )


_CLASSES: dict[ErrorKind, type[ProviderError]] = {
    errors.RATE_LIMIT: RateLimitError,
    errors.AUTHENTICATION: AuthenticationError,
}


def _explain_status(status: int, words: str, endpoint: Endpoint) -> tuple[ErrorKind, str]:
    if status == 429:
        return errors.RATE_LIMIT, f"Rate limit exceeded: {words}"
    if status in (401, 403):
        return errors.AUTHENTICATION, f"Authentication failed: {words.rstrip('.')}. Please check your API key."
    if status == 404:
        url = safe_url(endpoint.base_url)
        return errors.NOT_FOUND, f"Resource not found: {words}. Check the base URL ({url}) and the name of the model."
    if status >= 500:
        return errors.SERVER, f"Server error: {words}"
    return errors.REFUSED, f"Invalid request: {words}"


def reported_error(error: object, endpoint: Endpoint) -> ProviderError:
    """Return the error that a provider reports inside a stream or a successful response, where it has no status."""
    refusal = refusal_of(error)
    words = endpoint.secrets.hide(refusal.words)
    sentence = f"The provider reported an error: {words}"
    return ProviderError(
        sentence,
        words,
        errors.CUT_STREAM,
        endpoint.name,
        param=refusal.param,
        code=refusal.code,
        type=refusal.type,
        retryable=True,
    )


def _not_json_error(endpoint: Endpoint, detail: str) -> ProviderError:
    sentence = f"{endpoint.name} answered with something that is not JSON: {endpoint.secrets.hide(detail)}"
    return ProviderError(sentence, kind=errors.NOT_JSON, provider=endpoint.name)


def unusable_body_error(response: httpx2.Response, text: str, endpoint: Endpoint) -> ProviderError:
    """Return the error for a successful response whose body is empty, a web page or broken JSON."""
    url = safe_url(str(response.url))
    if not text.strip():
        error = ProviderError(f"{endpoint.name} answered {response.status_code} with an empty body.", kind=errors.EMPTY)
        error.retryable = True
    elif looks_like_html(text):
        title = endpoint.secrets.hide(title_of(text))
        page = f"a web page ({title!r})" if title else "a web page"
        sentence = (
            f"{url} answered with {page} instead of JSON. Either the base URL is wrong (is /v1 missing?), "
            "or a proxy or login page answered."
        )
        error = ProviderError(sentence, title, errors.HTML)
    else:
        error = _not_json_error(endpoint, _json_problem(text))
        error.words = endpoint.secrets.hide(text.strip()[:500])
    error.provider, error.status = endpoint.name, response.status_code
    error.request_id = response.headers.get("x-request-id")
    return error


def _json_problem(text: str) -> str:
    try:
        json.loads(text)
    except (ValueError, RecursionError) as exception:
        return str(exception)
    return "it is JSON, but not an object"


def cut_stream_error(endpoint: Endpoint, detail: str) -> ProviderError:
    sentence = f"The stream was cut: {detail} Everything received so far is kept."
    return ProviderError(sentence, kind=errors.CUT_STREAM, provider=endpoint.name, retryable=True)


_TEMPORARY: frozenset[ErrorKind] = frozenset({errors.TIMEOUT, errors.NETWORK})
"""The failures without a response after which the same request can succeed later."""


def _connection_error(exception: BaseException, endpoint: Endpoint, streaming: bool) -> ProviderError:
    """Return the error for a request that got no response, or only part of one."""
    chain = list(_chain(exception))
    url = safe_url(endpoint.base_url)

    def error(kind: ErrorKind, sentence: str) -> ProviderError:
        return ProviderError(sentence, kind=kind, provider=endpoint.name, retryable=kind in _TEMPORARY)

    if any(isinstance(link, (httpx2.TimeoutException, openai.APITimeoutError)) for link in chain):
        return error(errors.TIMEOUT, f"{endpoint.name} sent nothing for {endpoint.timeout:g} seconds.")
    if too_large := next((link for link in chain if isinstance(link, TooLargeError)), None):
        return error(errors.TOO_LARGE, f"The answer from {endpoint.name} was not read: {too_large}.")
    if streaming:
        return cut_stream_error(endpoint, "the connection closed before the answer was complete.")
    if any(isinstance(link, (httpx2.InvalidURL, httpx2.UnsupportedProtocol)) for link in chain):
        return error(errors.WRONG_URL, f"The base URL {url!r} is not an http:// or https:// address.")
    if any(isinstance(link, socket.gaierror) for link in chain):
        return error(errors.DNS, f"Network error: the host of {url!r} was not found. Check the base URL.")
    if tls := next((link for link in chain if isinstance(link, ssl.SSLError)), None):
        sentence = f"Network error: no secure connection to {url} ({tls.reason or 'TLS'}). Should it be http://?"
        return error(errors.TLS, sentence)
    if any(isinstance(link, ConnectionRefusedError) for link in chain):
        return error(errors.NETWORK, f"Network error: nothing is listening at {url}. Is the server running?")
    cause = endpoint.secrets.hide(str(chain[-1]) or type(chain[-1]).__name__)
    if isinstance(exception, (openai.APIConnectionError, httpx2.HTTPError, OSError)):
        return error(errors.NETWORK, f"Network error: {cause}")
    return error(errors.NOT_SENT, f"The request could not be sent: {cause}")


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
