"""Marking strings for translation without importing Django."""


def gettext_noop(message: str) -> str:
    """Return *message* unchanged; extraction sees the call, the shell translates later."""
    return message
