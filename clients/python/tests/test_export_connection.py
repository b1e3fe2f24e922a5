"""Exports of datasets from a server that answers as the test says."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from fake_server import Answer, Script, served

from clockface import (
    ApiError,
    DatasetDamaged,
    Datasets,
    Export,
    ExportFailed,
    Model,
    PredictionsRejected,
    ScanPrediction,
    SignInFailed,
)

ID = "0198a0c0-0000-7000-8000-000000000001"
ARCHIVE = b"archive" * 100_000
LOGIN = Answer(body={"accessToken": "session-token"})
UNAVAILABLE = Answer(503, {"message": "restarting"})
MODEL = Model("Network", "1.0.0")


def export(status: str = "COMPLETED", **changes: Any) -> Answer:
    completed = status == "COMPLETED"
    sha256 = hashlib.sha256(ARCHIVE).hexdigest()
    body = {
        "id": ID,
        "status": status,
        "done": 2,
        "total": 2,
        "leftOut": 0,
        "byteLength": len(ARCHIVE) if completed else None,
        "sha256": sha256 if completed else None,
        "problem": None,
    }
    return Answer(body={**body, **changes})


def sign_in(script: Script) -> Datasets:
    return Datasets.sign_in(script.url, "key", "admin@clinic.example", "secret")


def queued() -> Export:
    return Export.from_json(export("NOT_STARTED").body)  # type: ignore[arg-type]


def test_a_session_sends_its_token_and_ends_with_the_block() -> None:
    with served({"login": [LOGIN], "logOff": [Answer()], ID: [export()]}) as script:
        with sign_in(script) as datasets:
            datasets.export(ID)
        paths = [path.rpartition("/")[2] for path, _, _ in script.calls]
        assert paths == ["login", ID, "logOff"]
        tokens = [headers.get("Authorization") for _, _, headers in script.calls]
        assert tokens == [None, "Bearer session-token", "Bearer session-token"]


def test_a_rejected_password_is_an_error_of_its_own() -> None:
    with served({"login": [Answer(401, {"message": "Wrong e-mail or password"})]}) as script:
        with pytest.raises(SignInFailed, match="Wrong e-mail or password"):
            sign_in(script)


def test_waiting_outlasts_a_restart_and_reports_each_progress_once() -> None:
    progress = export("IN_PROGRESS", done=1)
    answers = {"login": [LOGIN], ID: [progress, UNAVAILABLE, progress, export()]}
    with served(answers) as script:
        seen: list[int] = []
        ended = sign_in(script).wait(queued(), lambda now: seen.append(now.done), poll_s=0.01)
        assert (ended.status, seen) == ("COMPLETED", [1, 2])


def test_waiting_names_why_an_export_has_ended_without_an_archive() -> None:
    problem = {"code": "DATASET_NO_VOLUMES", "title": "No volume", "detail": "None.", "next": "Do."}
    for answer, text, code in (
        (export("FAILED", problem=problem), "No volume. None. Do.", "DATASET_NO_VOLUMES"),
        (export("CANCELLED"), "was cancelled", None),
    ):
        with served({"login": [LOGIN], ID: [answer]}) as script:
            with pytest.raises(ExportFailed, match=text) as failed:
                sign_in(script).wait(queued(), poll_s=0.01)
            assert failed.value.code == code
    with served({"login": [LOGIN], ID: [export("IN_PROGRESS")]}) as script:
        with pytest.raises(TimeoutError):
            sign_in(script).wait(queued(), poll_s=0.01, timeout_s=0.05)
    with served({"login": [LOGIN], ID: [Answer(404, {"message": "gone"})]}) as script:
        with pytest.raises(ApiError, match="404 gone"):
            sign_in(script).wait(queued(), poll_s=0.01)


def test_a_download_appears_under_its_name_only_when_its_checksum_is_right(tmp_path: Path) -> None:
    answers = {"login": [LOGIN], ID: [export()]}
    with served({**answers, "archive": [Answer(content=ARCHIVE)]}) as script:
        received: list[int] = []
        path = sign_in(script).download(
            queued(), tmp_path / "new", lambda done, _all: received.append(done)
        )
        assert path.read_bytes() == ARCHIVE
        assert received[-1] == len(ARCHIVE)
    for name, answer, error in (
        ("changed", Answer(content=ARCHIVE[:-1] + b"x"), DatasetDamaged),
        ("short", Answer(content=ARCHIVE[:-1]), DatasetDamaged),
        ("cut", Answer(content=ARCHIVE, cut=True), ConnectionError),
        ("refused", Answer(409, {"message": "no"}), ApiError),
    ):
        with served({**answers, "archive": [answer]}) as script:
            with pytest.raises(error):
                sign_in(script).download(queued(), tmp_path / name)
        assert list((tmp_path / name).iterdir()) == []


def test_an_export_without_an_archive_is_not_downloaded(tmp_path: Path) -> None:
    for answer, text in (
        (export(byteLength=None), "has expired"),
        (export("IN_PROGRESS"), "wait for it first"),
    ):
        with served({"login": [LOGIN], ID: [answer]}) as script:
            with pytest.raises(ExportFailed, match=text):
                sign_in(script).download(queued(), tmp_path)


def test_rejected_scans_are_named_after_the_others_are_stored() -> None:
    error = {"field": "scans.0.findings.0.marks.0", "message": "Outside the volume"}
    rejected = Answer(400, {"errors": [error]})
    stored = Answer(body={"scans": [{"scan": "S-2", "runId": "r", "findingCount": 0}]})
    answers = {"login": [LOGIN], "predictions": [rejected, stored]}
    scans = [ScanPrediction("S-1"), ScanPrediction("S-2")]
    with served(answers) as script:
        with pytest.raises(PredictionsRejected, match="S-1: .*Outside the volume") as result:
            sign_in(script).import_predictions(scans, MODEL, "org.example.network")
        assert list(result.value.rejected) == ["S-1"]
        assert [item.scan for item in result.value.stored] == ["S-2"]
    with served({"login": [LOGIN], "predictions": [Answer(403, {"message": "no"})]}) as script:
        with pytest.raises(ApiError, match="403"):
            sign_in(script).import_predictions(scans, MODEL, "org.example.network")
        with pytest.raises(ValueError, match="S-1"):
            sign_in(script).import_predictions([scans[0]] * 2, MODEL, "org.example.network")
