"""The one settings file: environment-driven, with safe embedded defaults.

Nothing has to be set for one machine: SQLite, the secret key and everything else this
installation writes are under ``var/``. A ``DATABASE_URL`` that names a server makes it a
deployment, whose processes may run on several machines; then ``SECRET_KEY`` and ``SITE_URL``
must be given too, since no process could make up the same ones as the others.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

from . import env
from .logs import logging_config

BASE_DIR = env.ROOT
VAR = env.var_directory()

# ---- what an operator may set ---------------------------------------------------------------

DATABASES = {"default": env.database("DATABASE_URL", default=f"sqlite:///{VAR}/tarneeb.sqlite3")}
EMBEDDED = DATABASES["default"]["ENGINE"].endswith("sqlite3")


def _secret_key() -> str:
    """Return ``SECRET_KEY``, or the one made for this installation at its first start."""
    if not EMBEDDED:
        env.required("SECRET_KEY", "DATABASE_URL names a server")
    path = VAR / "secret-key"
    if not env.text("SECRET_KEY") and not path.exists():
        _write_once(path, secrets.token_urlsafe(64))
    return env.secret("SECRET_KEY", env.text("SECRET_KEY") or path.read_text().strip())


def _write_once(path: Path, content: str) -> None:
    """Write a file only its owner may read, whole or not at all, unless another was first."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(content)
    with suppress(FileExistsError):
        path.hardlink_to(draft)
    draft.unlink()


SECRET_KEY = _secret_key()
DEBUG = env.flag("DEBUG")

#: Addresses people open. The first is in links, slips and QR codes; sockets and forms are
#: accepted from all of them and from nowhere else.
SITE_ORIGINS = env.origins(
    "SITE_URL", default="http://localhost:8000 http://127.0.0.1:8000 http://[::1]:8000"
)
if not EMBEDDED:
    env.required("SITE_URL", "DATABASE_URL names a server")
SITE_URL = SITE_ORIGINS[0]
SECURE = all(origin.startswith("https:") for origin in SITE_ORIGINS)

#: Where hints, the cache and Celery's queues are; empty where no Valkey runs (tests).
VALKEY_URL = env.valkey("VALKEY_URL")

# ---- the parts ------------------------------------------------------------------------------

INSTALLED_APPS = [
    "tarneeb_site",
    "tournaments",
    "games",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "rest_framework",
    "drf_spectacular",
    "django_filters",
    "django_htmx",
    "csp",
]
AUTH_USER_MODEL = "games.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
ROOT_URLCONF = "tarneeb_site.urls"

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "tarneeb_site.static_files.CompressedFiles",
    "csp.middleware.CSPMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tarneeb_site.terms.TermsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "tarneeb_site.errors.RefusalMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# ---- the database ---------------------------------------------------------------------------

if EMBEDDED:
    # IMMEDIATE: a deferred transaction that reads and then writes fails at once, whatever the
    # timeout. No automatic checkpoint: only the web process's writer thread checkpoints, since
    # SQLite before 3.51.3 can damage a database that two connections checkpoint.
    # To open one reads the whole schema, which takes longer than the most of what is asked then.
    DATABASES["default"]["CONN_MAX_AGE"] = None
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0;"
            "PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16000;"
        ),
    }
    # A file, not memory: the writer thread and a reader must be able to meet.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR / "test.sqlite3")}
else:
    DATABASES["default"]["OPTIONS"] = {"pool": {"min_size": 1, "max_size": 20, "timeout": 10}}

# ---- people and their sessions --------------------------------------------------------------

# allauth's backend is Django's with more names to log in by; each of two would hash a password.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["tarneeb_site.passwords.MeasuredArgon2"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{validator}"}
    for validator in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
# No mail is sent, so none is asked for. A club evening is one address behind the club's router.
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_FORMS = {"signup": "games.forms.SignUpForm"}
ACCOUNT_USERNAME_MIN_LENGTH = 2
# A guest is signed in and may still sign up or log in: our own views send the others home.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
# By address, and a whole club comes from one.
ACCOUNT_RATE_LIMITS = {"signup": "60/m/ip", "login": "60/m/ip", "practice": "60/m/ip"}
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

# The database is the truth for sessions: a cached session would outlive a logout made while
# Valkey was away.
SESSION_ENGINE = "django.contrib.sessions.backends.db"
CACHES = {
    "default": {
        "BACKEND": "tarneeb_site.cache.CacheWithFallback",
        "LOCATION": VALKEY_URL,
    }
    if VALKEY_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# ---- what a browser may do ------------------------------------------------------------------

# Loopback always: a health check inside a container has no other name for it.
ALLOWED_HOSTS = sorted({env.host(origin) for origin in SITE_ORIGINS} | {"localhost", "127.0.0.1", "[::1]"})
CSRF_TRUSTED_ORIGINS = SITE_ORIGINS
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "font-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "report-uri": "/csp-report",
    }
}
# Plain http carries a club evening, so what only https can keep is asked for only there.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = SECURE
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if SECURE else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if SECURE else None
# Whether the other names of his domain speak https too is the operator's to know.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

# ---- words, files, lines --------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ar", _("Arabic"))]
LOCALE_PATHS = [BASE_DIR / "tarneeb_site" / "locale"]
FORMAT_MODULE_PATH = ["tarneeb_site.formats"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
# Files are served from where they lie in the tree: no collectstatic before the first page.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

LOGGING = logging_config(machine=env.choice("LOG_FORMAT", ("text", "json")) == "json")

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tarneeb_site.json_input.StorableJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "tarneeb_site.errors.api_refusal",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tarneeb",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tarneeb_site.api_schema.with_refusals",
    ],
    # Five kinds of rows have a state, each its own.
    "ENUM_NAME_OVERRIDES": {
        "TableState": "games.models.table.Table.State",
        "MatchState": "games.models.table.Match.State",
        "TournamentState": "tournaments.models.tournament.Tournament.State",
        "EntryState": "tournaments.models.tournament.Entry.State",
        "RoundState": "tournaments.models.round.Round.State",
        "PairingState": "tournaments.models.round.Pairing.State",
    },
}
