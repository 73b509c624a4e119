"""One settings file for laptop and production; the environment makes the difference.

The README lists the variables. A value that cannot be read refuses to start.
"""

import os
from pathlib import Path

from config.environment import Environment

BASE_DIR = Path(__file__).resolve().parent.parent

LANGUAGES = [("en", "English"), ("uk", "Українська"), ("ru", "Русский")]

env = Environment(os.environ, BASE_DIR)
DEBUG = env.boolean("DEBUG", True)
SECRET_KEY = env.secret_key("SECRET_KEY", debug=DEBUG)
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", required=not DEBUG)
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")
# Off only where a school serves its own network without a certificate.
HTTPS = env.boolean("HTTPS", not DEBUG)
# A month: long enough to protect, short enough to live down a lost certificate.
HSTS_SECONDS = env.whole("HSTS_SECONDS", 30 * 24 * 60 * 60)
BEHIND_PROXY = env.boolean("BEHIND_PROXY", False)
DATABASES = {"default": env.database("DATABASE_URL", "sqlite:///db.sqlite3")}
LANGUAGE_CODE = env.choice("LANGUAGE_CODE", "en", tuple(code for code, _ in LANGUAGES))
TIME_ZONE = env.time_zone("TIME_ZONE", "UTC")
STATIC_ROOT = env.path("STATIC_ROOT", "staticfiles")
env.refuse_unknown()

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "rules",
    "trainer",
]
MIDDLEWARE = [
    # Outside WhiteNoise, so that a picture opened by itself is held to the policy too.
    "config.csp.content_security_policy",
    "django.middleware.security.SecurityMiddleware",
    # runserver and the tests serve static files from where they lie.
    *([] if DEBUG else ["whitenoise.middleware.WhiteNoiseMiddleware"]),
    # Pages shrink to a fifth. Their one secret, the CSRF token, is masked anew in every page:
    # nothing to be guessed from sizes (BREACH).
    "config.compression.Compression",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.sessions.renew_sessions",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.csrf.keep_csrf_cookie",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "trainer.accounts.middleware.as_the_person",
    "config.methods.say_not_allowed",
]
ROOT_URLCONF = "config.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "trainer.context.preferences",
            ]
        },
    }
]
# Widgets too are found in templates/, like everything else.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a transaction that reads and then writes waits for its turn at the start,
    # where the timeout (seconds) applies, instead of failing in the middle.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
if not DEBUG:
    # Kept for a minute; runserver has a thread for each request and would keep one in each.
    # SQLite gains most: its last connection to close writes the whole log back and waits.
    DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "trainer.User"
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "home"
# A link to choose a new password is handed over in person or by a chat: a day is enough.
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

SESSION_ENGINE = "trainer.accounts.sessions"
# A guest comes back to where the browser was closed; as long as an idle guest is kept.
SESSION_COOKIE_AGE = 90 * 24 * 60 * 60
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60

SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = HSTS_SECONDS if HTTPS else 0
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SILENCED_SYSTEM_CHECKS = [
    # HSTS for subdomains and in the browsers' preload list bind the whole domain of a casino
    # or school, of which Croupier is one host: its administrator decides that at the proxy.
    "security.W005",
    "security.W021",
]

USE_I18N = True
USE_TZ = True
LOCALE_PATHS = [BASE_DIR / "locale"]

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    # Django's own handlers print only in DEBUG and mail otherwise; nobody reads that mail.
    "loggers": {"django": {"handlers": [], "level": "INFO" if DEBUG else "WARNING"}},
}
