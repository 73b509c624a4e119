"""A hand looked up: what somebody typed, named, compared and settled under a house's rules.

Pure and without Django: `fields`, `inquiry`, `answering`, `legality`, `seconds`, `houses`.
"""
