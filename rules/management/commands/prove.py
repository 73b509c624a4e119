"""Work out every figure that others give, and compare."""

from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from rules.proof import claims
from rules.proof.base import Finding, prove
from rules.proving import record_run


class Command(BaseCommand):
    help = (
        "Works out every figure that is claimed, compares it with what others say and stores the "
        "run for the page “How we know”. Prints a line for each that differs, then the counts; "
        "the exit status is 1 if one differs. It takes some seconds."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        ran_at, start = timezone.now(), monotonic()
        findings = []
        for finding in prove(claims()):
            findings.append(finding)
            if not finding.agrees:
                self.stdout.write(_difference(finding))
        took_ms = round((monotonic() - start) * 1000)
        record_run(findings, ran_at=ran_at, took_ms=took_ms)
        differ = sum(not finding.agrees for finding in findings)
        agree = len(findings) - differ
        self.stdout.write(f"{agree} figures agree, {differ} differ ({took_ms / 1000:.1f} s)")
        if differ:
            raise SystemExit(1)


def _difference(finding: Finding) -> str:
    claim = finding.claim
    found = float(claim.scaled(finding.found))
    return f"{claim.key}: {claim.expected} {claim.unit} expected, {found:.12g} found"
