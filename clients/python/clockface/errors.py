"""Errors of the client."""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
    """The server rejected a call. `errors` names the invalid fields of a 400 response."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        self.status = status
        self.body = body
        self.error_type: str | None = body.get("errorType")
        self.code: str | None = body.get("code")
        self.errors: list[dict[str, Any]] = body.get("errors", [])
        super().__init__(f"{status} {'; '.join(self.reasons)}")

    @property
    def reasons(self) -> list[str]:
        """Returns each invalid field with its reason, else the message of the server."""
        fields = [f"{error['field']}: {error['message']}" for error in self.errors]
        return fields or [str(self.body.get("message", "The server gave no reason."))]


class LeaseEnded(ApiError):
    """The job was stopped, has ended, or another worker has taken it. Its result is refused."""


class JobStopped(Exception):
    """A reader stopped the job, or its lease was lost. Raised by `JobLease.progress`."""


class SignInFailed(ApiError):
    """The server rejected the address or the password, or the account can't sign in now."""


class ExportFailed(Exception):
    """An export of a dataset ended without an archive. `code` is None when it was cancelled."""

    def __init__(self, message: str, code: str | None = None) -> None:
        self.code = code
        super().__init__(message)


class DatasetDamaged(ValueError):
    """An archive or one of its files is missing, incomplete or changed. Download it again."""


class PredictionsRejected(Exception):
    """The server rejected the predictions of some scans; those of the others are stored.

    `rejected` has the reasons by the pseudonym of the scan, `stored` the scans that are stored.
    """

    def __init__(self, rejected: dict[str, list[str]], stored: list[Any]) -> None:
        self.rejected = rejected
        self.stored = stored
        lines = [f"{scan}: {'; '.join(reasons)}" for scan, reasons in rejected.items()]
        super().__init__("\n".join([f"{len(rejected)} scans were rejected", *lines]))
