"""Runs of the claims without the work."""

from fractions import Fraction

from rules.proof import claims
from rules.proof.base import Finding, Unit


def exactly(claim):
    """What agrees with the claim."""
    return Fraction(claim.expected) / (100 if claim.unit is Unit.PERCENT else 1)


def findings(*, without=(), **found):
    """Of every claim but those *without*; all agree but those for which a value is *found*, by
    key with underscores."""
    found = {key.replace("_", "-"): value for key, value in found.items()}
    assert found.keys() <= {claim.key for claim in claims()}
    return [
        Finding(claim, Fraction(found.get(claim.key, exactly(claim))))
        for claim in claims()
        if claim.key not in without
    ]
