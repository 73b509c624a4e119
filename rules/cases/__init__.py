"""Case files: what a hand, a comparison or a settlement must come to, checked row by row.

The format is described in `tests/data/README.md`.
"""
