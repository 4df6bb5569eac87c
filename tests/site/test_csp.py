"""Reports of the content security policy: taken from browsers, and from nobody's else."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from structlog.testing import capture_logs

REPORT = {
    "document-uri": "https://club.test/en/",
    "violated-directive": "script-src",
    "blocked-uri": "inline",
    "original-policy": "default-src 'none'",
}


def send(body: str) -> int:
    """Return the status that a report gets."""
    return Client().post("/csp-report", body, content_type="application/csp-report").status_code


def test_a_report_is_logged_by_the_fields_that_help() -> None:
    with capture_logs() as logged:
        status = send(json.dumps({"csp-report": REPORT}))

    assert status == 204
    assert logged == [
        {
            "event": "csp_report",
            "log_level": "warning",
            "document-uri": "https://club.test/en/",
            "violated-directive": "script-src",
            "blocked-uri": "inline",
            "source-file": "",
            "line-number": "",
        }
    ]


def test_a_report_cannot_fill_the_log() -> None:
    with capture_logs() as logged:
        send(json.dumps({"csp-report": REPORT | {"blocked-uri": "x" * 3000}}))

    assert len(logged[0]["blocked-uri"]) == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("", 400),
        ("no json", 400),
        ("[]", 400),
        ('{"csp-report": 7}', 400),
        ("[" * 5000, 400),
        (json.dumps({"csp-report": {"blocked-uri": "x" * 9000}}), 413),
    ],
)
def test_what_is_no_report_is_refused_and_not_logged(body: str, status: int) -> None:
    with capture_logs() as logged:
        assert send(body) == status

    assert logged == []


def test_every_page_carries_the_policy_and_a_place_to_report_to(db: None) -> None:
    policy = Client().get("/en/accounts/login/").headers["Content-Security-Policy"]

    assert "default-src 'none'" in policy
    assert "report-uri /csp-report" in policy
    assert "unsafe" not in policy
