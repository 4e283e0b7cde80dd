"""The `openai` client around one replay: what it sends and receives is shown to the record, the key is not.

Requests go out as bytes that the workbench wrote, through the client's plain `post`: a broken history must reach the
provider exactly as it is, and typed parameters would touch it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import parse_qsl
from urllib.request import getproxies

import httpx2
from openai import AsyncOpenAI, AsyncStream, DefaultAsyncHttpxClient, RequestOptions, omit

from workbench.json.text import Json, compact
from workbench.replays.bounded import BoundedTransport
from workbench.replays.endpoint import Endpoint
from workbench.replays.errors import AUTHENTICATION, AuthenticationError
from workbench.replays.secrets import open_url

Observer = Callable[[str, Json], None]
_PLACEHOLDER = "none"
"""The client insists on a key; a local server does not look at it."""


@dataclass
class Connection:
    endpoint: Endpoint
    client: AsyncOpenAI
    attempts: int = 0

    async def whole(self, path: str, body: object) -> httpx2.Response:
        return await self.client.post(path, cast_to=httpx2.Response, content=_bytes(body), options=self._options())

    async def stream(self, path: str, body: object) -> AsyncStream[object]:
        return await self.client.post(
            path,
            cast_to=object,
            content=_bytes(body),
            options=self._options(),
            stream=True,
            stream_cls=AsyncStream[object],
        )

    def _options(self) -> RequestOptions:
        """An organisation or project that the environment names for OpenAI is nobody else's business."""
        organisation = self.endpoint.organisation or omit
        headers = {"OpenAI-Organization": organisation, "OpenAI-Project": omit, "Content-Type": "application/json"}
        return {"headers": {**headers, **self.endpoint.headers}}


def _bytes(body: object) -> bytes:
    return compact(body).encode()


@asynccontextmanager
async def connect(endpoint: Endpoint, observe: Observer) -> AsyncIterator[Connection]:
    """A client that is closed at the end, with every socket. `observe` receives each request and response head."""
    key = endpoint.key.strip()
    if not key.isascii() or not key.isprintable():
        sentence = "Authentication failed: the key has characters that no header allows. Please check your API key."
        raise AuthenticationError(sentence, kind=AUTHENTICATION, provider=endpoint.name)

    async def sent(request: httpx2.Request) -> None:
        connection.attempts += 1
        observe("request", {**_head(request.url, request.headers, endpoint), "method": request.method})

    async def received(response: httpx2.Response) -> None:
        observe("response", {**_head(response.url, response.headers, endpoint), "status": response.status_code})

    address, _, parameters = endpoint.base_url.partition("?")
    query = dict(parse_qsl(parameters))  # `?api-version=…` belongs after the path, not before it
    # The embedded model is plain HTTP on this machine: no proxy of the environment, no certificates to load.
    secure = not endpoint.embedded
    http = DefaultAsyncHttpxClient(
        timeout=httpx2.Timeout(endpoint.timeout, connect=min(endpoint.timeout, 10.0)),
        event_hooks={"request": [sent], "response": [received]},
        transport=BoundedTransport(httpx2.AsyncHTTPTransport(verify=secure, trust_env=secure)),
        mounts=_through_proxies() if secure else {},
        follow_redirects=False,  # a conversation goes where the user said, and nowhere else
        trust_env=secure,
    )
    client = AsyncOpenAI(
        api_key=key or _PLACEHOLDER,
        admin_api_key="",
        base_url=address,
        default_query=query,
        timeout=http.timeout,
        max_retries=endpoint.retries,
        http_client=http,
    )
    connection = Connection(endpoint, client)
    async with client:
        yield connection


def _through_proxies() -> dict[str, httpx2.AsyncBaseTransport | None]:
    """The proxies that the environment names, with the same limit on answers."""
    mounts: dict[str, httpx2.AsyncBaseTransport | None] = {}
    for scheme, address in getproxies().items():
        if scheme in ("http", "https", "all"):
            proxied = httpx2.AsyncHTTPTransport(proxy=address)
            mounts["all://" if scheme == "all" else f"{scheme}://"] = BoundedTransport(proxied)
    for host in filter(None, getproxies().get("no", "").split(",")):
        mounts[f"all://{host.strip().lstrip('.')}"] = BoundedTransport(httpx2.AsyncHTTPTransport())
    return mounts


def _head(url: httpx2.URL, headers: Mapping[str, str], endpoint: Endpoint) -> dict[str, Json]:
    hidden = endpoint.secrets
    return {"url": hidden.hide(open_url(str(url))), "headers": hidden.hide_headers(headers)}
