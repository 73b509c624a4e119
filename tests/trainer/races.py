"""Requests that really arrive at once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection


def at_once(calls):
    """Run all *calls* at the same moment, each in a thread with a connection of its own."""
    barrier = Barrier(len(calls))

    def run(call):
        barrier.wait(timeout=30)
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
