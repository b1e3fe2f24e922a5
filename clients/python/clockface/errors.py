"""Errors of the client."""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
    """The server rejected a call. `errors` names the invalid fields of a 400 response."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        self.status = status
        self.error_type: str | None = body.get("errorType")
        self.code: str | None = body.get("code")
        self.errors: list[dict[str, Any]] = body.get("errors", [])
        fields = "; ".join(f"{error['field']}: {error['message']}" for error in self.errors)
        super().__init__(f"{status} {fields or body.get('message', 'The server gave no reason.')}")


class LeaseEnded(ApiError):
    """The job was stopped, has ended, or another worker has taken it. Its result is refused."""


class JobStopped(Exception):
    """A reader stopped the job, or its lease was lost. Raised by `JobLease.progress`."""
