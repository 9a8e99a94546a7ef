"""Settings: everything has a default that runs on one machine; the environment changes it.

DIECIOCHO_DATA     folder of the database and the secret key (default: ~/.local/share/dieciocho)
DATABASE_URL       postgres://user:password@host:port/name instead of SQLite
DIECIOCHO_HOSTS    names under which the server is reached, separated by commas
DIECIOCHO_SECRET   secret key; by default one is made and kept in the data folder
DIECIOCHO_HTTPS    1 behind a proxy that speaks HTTPS: secure cookies, plain HTTP is redirected
DIECIOCHO_HSTS     seconds for which browsers insist on HTTPS (default: 30 days with HTTPS, else 0)
DIECIOCHO_PROXIES  addresses, separated by commas, of proxies that are believed when they say where
                   a request comes from (default: this machine with DIECIOCHO_HTTPS, otherwise none)
DIECIOCHO_LOCAL    1 for `dieciocho play`
DIECIOCHO_WELCOME  who may play here, on the pages as in the API: `everybody` without an account;
                   `accounts` (default): opening a table needs one, joining by a link does not;
                   `invited`: sitting at a table needs an account, and making one an invitation
                   (with DIECIOCHO_LOCAL: everybody)
DIECIOCHO_TABLES   how many tables a guest and an account may have at most (default: 50,500)
DIECIOCHO_EMAIL    smtp://user:password@host:port for password reset and notices of turns, smtps://
                   with TLS from the start, ?tls=1 with STARTTLS; by default mail is logged, and
                   nobody is offered notices by mail
DIECIOCHO_FROM     the address from which mail is sent
DIECIOCHO_URL      how people reach the server, for links in notices (default: the first of
                   DIECIOCHO_HOSTS)
DIECIOCHO_HOOKS_INSIDE  1 if notices may be posted to addresses inside the host's own network
DIECIOCHO_LIMITS   0 switches the limits for logins, new tables and chat off, 1 on (default: on,
                   but off with DIECIOCHO_LOCAL); chat=10/60,tables=20/3600 changes some of them
DIECIOCHO_METRICS  token with which /metrics tells figures to Prometheus (default: none, it tells
                   them to this machine alone)
DIECIOCHO_LOG      debug, info, warning or error (default: info, warning with DIECIOCHO_LOCAL)
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import ParseResult, unquote, urlparse

from django.core.exceptions import ImproperlyConfigured

from .folder import data_folder, private, secret_key

PACKAGE = Path(__file__).parent
DATA = data_folder()
DATA.mkdir(parents=True, exist_ok=True)
HELP = PACKAGE / "help"  # where `make docs` puts the documentation
POOL = 10  # connections to PostgreSQL for each process, at most


def _number(name: str, usual: int) -> int:
    text = os.environ.get(name, str(usual))
    if not (text.isascii() and text.isdigit()):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {text[:60]!r}")
    return int(text)


def _one_of(name: str, words: tuple[str, ...], usual: int) -> str:
    text = os.environ.get(name, words[usual])
    if text not in words:
        raise ImproperlyConfigured(f"{name} is one of {', '.join(words)}, not {text[:60]!r}")
    return text


def _pair(name: str, usual: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,9}),(\d{1,9})", os.environ.get(name, usual), re.ASCII)
    if found is None:
        raise ImproperlyConfigured(f"{name} must be two whole numbers with a comma between them")
    return int(found[1]), int(found[2])


def _limits(usual: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Return the limits, changed as DIECIOCHO_LIMITS says."""
    text = os.environ.get("DIECIOCHO_LIMITS", "")
    if text in ("", "0", "1"):
        return usual
    changed = dict(usual)
    for part in text.split(","):
        found = re.fullmatch(r"(\w+)=(\d{1,9})/(\d{1,9})", part.strip(), re.ASCII)
        if found is None or found[1] not in usual or not int(found[3]):
            known = ", ".join(usual)
            raise ImproperlyConfigured(
                f"DIECIOCHO_LIMITS is 0, 1, or name=count/seconds with names {known}; not {part!r}"
            )
        changed[found[1]] = int(found[2]), int(found[3])
    return changed


def _address(name: str, *schemes: str) -> ParseResult | None:
    """Read the address of a server with its port, None if none is set."""
    text = os.environ.get(name, "")
    if not text:
        return None
    try:
        parts = urlparse(text)
        known = parts.scheme in schemes and (parts.port is None or parts.port > 0)
    except ValueError:  # a port that is none, brackets that do not close
        known = False
    if not known:  # it is not repeated: it may hold a password
        raise ImproperlyConfigured(f"{name} is {' or '.join(schemes)}://user:password@host:port")
    return parts


def _database() -> dict[str, object]:
    parts = _address("DATABASE_URL", "postgres", "postgresql")
    if parts is None:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": private(DATA / "dieciocho.sqlite3"),
            "OPTIONS": {
                # Writers wait for each other instead of failing, readers never wait, and an
                # acknowledged move is on the disk.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            },
        }
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.path.lstrip("/"),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),  # also the folder of a socket
        "PORT": str(parts.port or ""),
        # Under ASGI every request runs in a thread of its own: a connection that is kept for the
        # thread would never be used again. A pool for each process is what saves connecting.
        "CONN_MAX_AGE": 0,
        "OPTIONS": {"pool": {"min_size": 1, "max_size": POOL, "timeout": 15}},
    }


SECRET_KEY = os.environ.get("DIECIOCHO_SECRET") or secret_key(DATA)
DEBUG = os.environ.get("DIECIOCHO_DEBUG") == "1"
LOCAL = os.environ.get("DIECIOCHO_LOCAL") == "1"
HTTPS = os.environ.get("DIECIOCHO_HTTPS") == "1"
WELCOME = _one_of("DIECIOCHO_WELCOME", ("everybody", "accounts", "invited"), 0 if LOCAL else 1)
PROXIES = os.environ.get("DIECIOCHO_PROXIES", "127.0.0.1,::1" if HTTPS else "")
ALLOWED_HOSTS = [
    "localhost",
    "127.0.0.1",
    "[::1]",
    *filter(None, os.environ.get("DIECIOCHO_HOSTS", "").split(",")),
]
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS if HTTPS]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = HTTPS
METRICS = os.environ.get("DIECIOCHO_METRICS", "")
SECURE_REDIRECT_EXEMPT = ["^health$", "^metrics$"]  # asked from inside, without the proxy
SECURE_HSTS_SECONDS = _number("DIECIOCHO_HSTS", 60 * 60 * 24 * 30 if HTTPS else 0)
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365
SESSION_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"  # no session for guests
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_000_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 5_000_000
MAX_BODY = 4_000_000  # of any request, counted while it is read
HEAD_SECONDS = 20  # until the head of a request has arrived
BODY_SECONDS = 120  # until its body has

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "dieciocho.web",
]
MIDDLEWARE = [
    "dieciocho.web.logs.RequestLogMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "dieciocho.web.security.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "dieciocho.web.security.RateLimitMiddleware",
]
ROOT_URLCONF = "dieciocho.web.urls"
ASGI_APPLICATION = "dieciocho.web.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PACKAGE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "dieciocho.web.theme.theme",
            ],
        },
    }
]
DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "lobby"

# How many requests of a kind are granted within so many seconds (security.py says which).
RATE_LIMITING = os.environ.get("DIECIOCHO_LIMITS", "0" if LOCAL else "1") != "0"
RATE_LIMITS = _limits(
    {
        "login": (10, 300),
        "account": (
            50,
            3600,
        ),  # logins to one account or mails to one address, wherever they come from
        "signup": (10, 3600),
        "reset": (5, 3600),
        "exports": (10, 3600),
        "tables": (60, 3600),
        "guests": (
            200,
            86400,
        ),  # tables and seats that those without an account take at one address
        "positions": (300, 3600),
        "chat": (20, 60),
        "programs": (30, 60),
        # What follows is counted by each process for itself: it happens all the time.
        "actions": (300, 60),
        "looks": (900, 60),  # at what has to be worked out: routes, effects, reasons
    }
)

STREAMS = 100  # of news that one address may have open at a process
GUEST_TABLES, ACCOUNT_TABLES = _pair("DIECIOCHO_TABLES", "50,500")  # of one person, at most

LANGUAGE_CODE = "en"
LANGUAGES = [("es", "Español"), ("en", "English")]
LOCALE_PATHS = [PACKAGE / "locale"]
TIME_ZONE = "UTC"
USE_I18N = USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA / "static"
STATIC_ROOT.mkdir(exist_ok=True)  # WhiteNoise wants it, even empty
STATICFILES_DIRS = [PACKAGE / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
# `dieciocho serve` gathers the files and compresses them; without that they are served as they are.
WHITENOISE_USE_FINDERS = LOCAL or not any(STATIC_ROOT.iterdir())

_mail = _address("DIECIOCHO_EMAIL", "smtp", "smtps")
MAILS = _mail is not None and bool(_mail.hostname)
if _mail is not None and _mail.hostname:
    EMAIL_USE_SSL = _mail.scheme == "smtps"
    EMAIL_USE_TLS = not EMAIL_USE_SSL and "tls=1" in _mail.query.split("&")
    EMAIL_HOST, EMAIL_PORT = _mail.hostname, _mail.port or (465 if EMAIL_USE_SSL else 25)
    EMAIL_HOST_USER = unquote(_mail.username or "")
    EMAIL_HOST_PASSWORD = unquote(_mail.password or "")
    EMAIL_TIMEOUT = 20
else:
    EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
DEFAULT_FROM_EMAIL = os.environ.get("DIECIOCHO_FROM", "dieciocho@localhost")
HOOKS_INSIDE = os.environ.get("DIECIOCHO_HOOKS_INSIDE") == "1"
_named = [host for host in ALLOWED_HOSTS[3:] if host.strip("*.") == host]
SITE = os.environ.get("DIECIOCHO_URL", "").rstrip("/") or (
    f"{'https' if HTTPS else 'http'}://{_named[0]}" if _named else "http://localhost:8018"
)

_level = os.environ.get("DIECIOCHO_LOG", "warning" if LOCAL else "info").upper()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "dieciocho.web.logs.JsonLines"}},
    "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "json"}},
    "loggers": {
        "django": {"handlers": ["lines"], "level": _level},
        # Each request has a line of its own already; errors come with their traceback.
        "django.request": {"handlers": ["lines"], "level": "ERROR", "propagate": False},
        "django.server": {"handlers": [], "propagate": False},
        "dieciocho": {"handlers": ["lines"], "level": _level},
    },
}
