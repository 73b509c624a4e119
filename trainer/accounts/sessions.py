"""Django’s sessions in the database, read by a query that is compiled once.

Every request of somebody who practises reads one.
"""

from typing import Any, Final

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from trainer.prepared import Prepared

_UNEXPIRED: Final = Prepared(Session.objects.all())


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        try:
            found = _UNEXPIRED.get(session_key=self.session_key, expire_date__gt=timezone.now())
        except Session.DoesNotExist:
            self._session_key = None
            return {}
        return self.decode(found.session_data)
