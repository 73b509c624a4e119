"""Storing what a run of the claims found."""

from collections.abc import Iterable
from datetime import datetime

from rules.engine import ENGINE_VERSION
from rules.games.base import SCHEMA
from rules.models import ProofRun
from rules.proof.base import Finding


def record_run(findings: Iterable[Finding], *, ran_at: datetime, took_ms: int) -> ProofRun:
    return ProofRun.objects.create(
        ran_at=ran_at,
        took_ms=took_ms,
        engine=ENGINE_VERSION,
        schema=SCHEMA,
        results={
            one.claim.key: {
                "expected": one.claim.expected,
                "found": str(one.found),
                "agrees": one.agrees,
            }
            for one in findings
        },
    )
