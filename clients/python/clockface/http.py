"""HTTP calls of the API with the standard library."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .errors import ApiError, LeaseEnded

TIMEOUT_S = 60.0
PIECE_BYTES = 1024 * 1024


class Http:
    """Sends calls with the API key and a token, that of a worker or of a signed-in user."""

    def __init__(self, url: str, api_key: str, token: str | None) -> None:
        self._base = url.rstrip("/") + "/api"
        self._headers = {"x-api-key": api_key}
        if token is not None:
            self._headers["authorization"] = f"Bearer {token}"

    def json(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Returns the JSON response. Raises as `bytes`, and LeaseEnded for a lost lease."""
        try:
            answer: dict[str, Any] = json.loads(self.bytes(method, path, body))
        except json.JSONDecodeError as error:
            raise ConnectionError(f"The response is not JSON: {error}") from error
        return answer

    def bytes(self, method: str, path: str, body: dict[str, Any] | None = None) -> bytes:
        """Returns the bytes of the response.

        Raises ApiError, also for a redirect, and OSError when offline or when the response breaks
        off.
        """
        with self.stream(method, path, body) as response:
            return b"".join(response)

    @contextmanager
    def stream(
        self, method: str, path: str, body: dict[str, Any] | None = None
    ) -> Iterator[Iterator[bytes]]:
        """Opens a response and returns its bytes piece by piece. Raises as `bytes`."""
        headers = dict(self._headers)
        data = None
        if body is not None:
            # The server rejects NaN and infinity, which JSON does not have.
            data = json.dumps(body, allow_nan=False).encode()
            headers["content-type"] = "application/json"
        request = urllib.request.Request(
            self._base + path, data=data, headers=headers, method=method
        )
        try:
            with _open(request) as response:
                yield _pieces(response)
        except http.client.HTTPException as error:
            raise ConnectionError(f"The response broke off: {error!r}") from error


class _RefuseRedirects(urllib.request.HTTPRedirectHandler):
    """Turns redirects into errors, because urllib would send the credentials to any address."""

    def redirect_request(self, *_args: Any, **_names: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_RefuseRedirects)


def _pieces(response: http.client.HTTPResponse) -> Iterator[bytes]:
    """Yields the body. Raises IncompleteRead when it is shorter than its stated length."""
    stated = response.length
    received = 0
    while piece := response.read(PIECE_BYTES):
        received += len(piece)
        yield piece
    if stated is not None and received < stated:
        raise http.client.IncompleteRead(b"", stated - received)


def _open(request: urllib.request.Request) -> http.client.HTTPResponse:
    try:
        response: http.client.HTTPResponse = _OPENER.open(request, timeout=TIMEOUT_S)
        return response
    except urllib.error.HTTPError as error:
        if 300 <= error.code < 400:
            raise ApiError(error.code, {"message": _refused(request, error)}) from None
        raise _api_error(error.code, error.read()) from None


def _refused(request: urllib.request.Request, error: urllib.error.HTTPError) -> str:
    target = error.headers.get("location", "no address")
    return (
        f"{request.full_url} redirects to {target}. The client sends its credentials to no other "
        "address: create Client with the final address of the server."
    )


def _api_error(status: int, content: bytes) -> ApiError:
    try:
        body = json.loads(content)
    except ValueError:
        # A proxy may answer with a page instead of JSON.
        body = {}
    if not isinstance(body, dict):
        body = {}
    kind = LeaseEnded if body.get("errorType") == "LeaseEnded" else ApiError
    return kind(status, body)
