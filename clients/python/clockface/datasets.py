"""Exports of datasets and imports of predictions, as a signed-in administrator."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Any, Literal
from urllib.parse import quote

from .errors import ApiError, DatasetDamaged, ExportFailed, PredictionsRejected, SignInFailed
from .findings import Model
from .http import Http
from .predictions import ScanPrediction, StoredPrediction

PAGE = 100
_ENDED = ("COMPLETED", "FAILED", "CANCELLED")


@dataclass(frozen=True)
class Split:
    """Parts of a dataset as fractions of the patients; they add up to 1."""

    train: float = 0.7
    validation: float = 0.15
    test: float = 0.15

    def to_json(self) -> dict[str, float]:
        """Converts to the API's `split`."""
        return {"train": self.train, "validation": self.validation, "test": self.test}


@dataclass(frozen=True)
class Export:
    """Export of a dataset as the server reported it last."""

    id: str
    status: Literal["NOT_STARTED", "IN_PROGRESS", "COMPLETED", "FAILED", "CANCELLED"]
    done: int
    """Number of scans that are processed."""
    total: int
    left_out: int
    """Number of scans without a readable volume."""
    byte_length: int | None
    """Size of the archive; None before the end and after the archive has expired."""
    sha256: str | None
    """Hex SHA-256 of the archive; None before the end."""
    problem: dict[str, str] | None
    """Code, title, detail and next step of a failure."""

    @property
    def ended(self) -> bool:
        """True for a completed, failed or cancelled export."""
        return self.status in _ENDED

    @staticmethod
    def from_json(body: dict[str, Any]) -> Export:
        """Converts a `DatasetExport` of the API."""
        return Export(
            id=body["id"],
            status=body["status"],
            done=body["done"],
            total=body["total"],
            left_out=body["leftOut"],
            byte_length=body["byteLength"],
            sha256=body["sha256"],
            problem=body["problem"],
        )


class Datasets:
    """Session of a user with the permission ADMIN_ACCOUNT. Create it with `sign_in`.

    A `with` block signs out at its end. All calls raise ApiError when the server rejects them and
    OSError when it is offline.
    """

    def __init__(self, http: Http) -> None:
        self._http = http

    @staticmethod
    def sign_in(url: str, api_key: str, email: str, password: str) -> Datasets:
        """Signs in as a user. Raises SignInFailed when the server rejects address or password."""
        body = {"email": email, "password": password}
        try:
            session = Http(url, api_key, None).json("POST", "/accounts/actions/login", body)
        except ApiError as error:
            if error.status >= 500:
                raise
            raise SignInFailed(error.status, error.body) from None
        return Datasets(Http(url, api_key, session["accessToken"]))

    def sign_out(self) -> None:
        """Ends the session."""
        self._http.json("POST", "/accounts/actions/logOff", {})

    def __enter__(self) -> Datasets:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Signs out. An exception of the block matters more than one of the sign-out."""
        try:
            self.sign_out()
        except (ApiError, OSError):
            if kind is None:
                raise

    def create(
        self,
        format: Literal["nrrd", "nifti"] = "nrrd",
        *,
        study_ids: Sequence[str] | None = None,
        first_day: date | None = None,
        last_day: date | None = None,
        side: Literal["L", "R"] | None = None,
        only_signed: bool = False,
        has_findings: bool = False,
        split: Split | None = None,
        seed: int = 1,
    ) -> Export:
        """Queues an export of completed scans. The days are those of the recording in UTC."""
        filter_: dict[str, Any] = {"onlySigned": only_signed, "hasFindings": has_findings}
        if study_ids is not None:
            filter_["studyIds"] = list(study_ids)
        if first_day is not None:
            filter_["from"] = first_day.isoformat()
        if last_day is not None:
            filter_["to"] = last_day.isoformat()
        if side is not None:
            filter_["sides"] = [side]
        parts = (split or Split()).to_json()
        body = {"filter": filter_, "format": format, "split": parts, "seed": seed}
        return Export.from_json(self._http.json("POST", "/datasets/exports", body))

    def exports(self) -> Iterator[Export]:
        """Yields the exports of the organization, the newest first."""
        cursor: str | None = ""
        while cursor is not None:
            path = f"/datasets/exports?limit={PAGE}&cursor={quote(cursor)}"
            page = self._http.json("GET", path)
            yield from (Export.from_json(item) for item in page["items"])
            cursor = page["nextCursor"]

    def export(self, export_id: str) -> Export:
        """Returns the present state of an export."""
        return Export.from_json(self._http.json("GET", f"/datasets/exports/{quote(export_id)}"))

    def wait(
        self,
        export: Export,
        on_progress: Callable[[Export], None] | None = None,
        *,
        poll_s: float = 1.0,
        timeout_s: float | None = None,
    ) -> Export:
        """Waits until an export is complete and returns it. Outlasts a restart of the server.

        `on_progress` is called when status or progress have changed. Raises ExportFailed when the
        export fails or is cancelled, and TimeoutError after `timeout_s` seconds; the export then
        goes on.
        """
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        shown: Export | None = None
        while True:
            current = self._present(export.id)
            if current is not None and current != shown:
                shown = current
                if on_progress is not None:
                    on_progress(current)
            if current is not None and current.ended:
                return _completed(current)
            if deadline is not None and time.monotonic() > deadline:
                raise TimeoutError(f"The export {export.id} has not ended within {timeout_s} s")
            time.sleep(poll_s)

    def _present(self, export_id: str) -> Export | None:
        """Returns the state of an export; None while the server is offline or restarts."""
        try:
            return self.export(export_id)
        except ApiError as error:
            if error.status < 500:
                raise
        except OSError:
            pass
        return None

    def cancel(self, export: Export) -> Export:
        """Stops a queued or running export. It ends as CANCELLED, unless it has ended before."""
        path = f"/datasets/exports/{quote(export.id)}/actions/cancel"
        return Export.from_json(self._http.json("POST", path, {}))

    def download(
        self,
        export: Export,
        folder: str | Path,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> Path:
        """Downloads the archive into a folder and returns its path, for `read_dataset`.

        `on_progress` is called with the received and all bytes. The file gets its name only after
        its SHA-256 has been checked. Raises DatasetDamaged when it differs, and ExportFailed when
        the export has no archive.
        """
        present = _completed(self.export(export.id))
        if present.byte_length is None or present.sha256 is None:
            raise ExportFailed(f"The archive of the export {export.id} has expired")
        target = Path(folder) / f"dataset-{export.id[:8]}.tar"
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = target.with_name(f"{target.name}.part")
        try:
            self._receive(present, present.byte_length, partial, on_progress)
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
        return target

    def _receive(
        self,
        export: Export,
        byte_length: int,
        path: Path,
        on_progress: Callable[[int, int], None] | None,
    ) -> None:
        digest = hashlib.sha256()
        received = 0
        archive = f"/datasets/exports/{quote(export.id)}/archive"
        with self._http.stream("GET", archive) as pieces, path.open("wb") as file:
            for piece in pieces:
                file.write(piece)
                digest.update(piece)
                received += len(piece)
                if on_progress is not None:
                    on_progress(received, byte_length)
            file.flush()
            os.fsync(file.fileno())
        if received != byte_length or digest.hexdigest() != export.sha256:
            raise DatasetDamaged(
                f"The archive arrived damaged: {received} of {byte_length} bytes, or its SHA-256 "
                "differs. Download it again."
            )

    def import_predictions(
        self,
        predictions: Sequence[ScanPrediction],
        model: Model,
        provider_id: str,
        *,
        task: Literal["DETECTION", "SEGMENTATION"] = "DETECTION",
        on_progress: Callable[[int, int], None] | None = None,
    ) -> list[StoredPrediction]:
        """Stores predictions as AI findings, each scan by itself.

        Raises PredictionsRejected after the last scan when the server has rejected some; the
        others are stored. A repeated import stores nothing twice.
        """
        stored: list[StoredPrediction] = []
        rejected: dict[str, list[str]] = {}
        names = [prediction.scan for prediction in predictions]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise ValueError(f"Scans with more than one prediction: {', '.join(sorted(twice))}")
        head = {"providerId": provider_id, "task": task, "model": model.to_json()}
        for count, prediction in enumerate(predictions, start=1):
            body = {**head, "scans": [prediction.to_json()]}
            try:
                answer = self._http.json("POST", "/datasets/predictions", body)
                stored.extend(StoredPrediction.from_json(item) for item in answer["scans"])
            except ApiError as error:
                if error.status not in (400, 404, 409, 413):
                    raise
                rejected[prediction.scan] = error.reasons
            if on_progress is not None:
                on_progress(count, len(predictions))
        if rejected:
            raise PredictionsRejected(rejected, list(stored))
        return stored


def _completed(export: Export) -> Export:
    """Returns a completed export. Raises ExportFailed for another one."""
    if export.status == "COMPLETED":
        return export
    if export.problem is not None:
        problem = export.problem
        text = f"{problem['title']}. {problem['detail']} {problem['next']}"
        raise ExportFailed(text, problem["code"])
    if export.status == "CANCELLED":
        raise ExportFailed(f"The export {export.id} was cancelled")
    raise ExportFailed(f"The export {export.id} has not ended: wait for it first")
