"""Constructions that deal, and the shares in which they are used.

A stratum says which part of a deal is drawn uniformly from which set, in which order; all
that it leaves open is drawn uniformly from the remaining deck. The docstring of a
construction is that published description; the tables of shares stand below the
constructions, one a game.
"""
