"""The text of a paper that its SHA-256 is taken of."""

import hashlib
from collections.abc import Iterable
from typing import Final

from trainer.drills.base import spec_json
from trainer.models import Deal, Paper

FORMAT: Final = 1


def canonical_text(paper: Paper, deals: Iterable[Deal]) -> str:
    """JSON of the paper with *deals* in their order; a deal stands there by its content.

    The secret seed is part of it, so that nobody can guess a paper and confirm it by the hash.
    """
    items = [
        {
            "position": position,
            "drill": deal.drill,
            "level": deal.level,
            "generator": deal.generator,
            "seed": bytes(deal.seed).hex(),
            "want": deal.want,
            "rules": deal.version.sha256,
            "deal": hashlib.sha256(deal.spec.encode()).hexdigest(),
        }
        for position, deal in enumerate(deals, 1)
    ]
    facts = {
        "format": FORMAT,
        "number": paper.number,
        "blueprint": paper.blueprint,
        "generators": paper.generators,
        "seed": bytes(paper.seed).hex(),
        "items": items,
    }
    return spec_json(facts)


def canonical_hash(paper: Paper, deals: Iterable[Deal]) -> str:
    """In hex."""
    return hashlib.sha256(canonical_text(paper, deals).encode()).hexdigest()
