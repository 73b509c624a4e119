"""The site in production, with what is measured beside it; never served to anyone."""

from config.settings import *  # noqa: F403
from config.settings import MIDDLEWARE

ROOT_URLCONF = "tests.bench.site"
MIDDLEWARE = ["tests.bench.site.count_queries", *MIDDLEWARE]
