"""Entry point of a production server such as gunicorn; `runserver` does not come here."""

import os

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

if settings.DEBUG:
    raise ImproperlyConfigured(
        "DEBUG is on, which shows the inside of the site to everyone: a production server "
        "needs DEBUG=false, SECRET_KEY and ALLOWED_HOSTS. On a laptop use ./run."
    )

application = get_wsgi_application()
