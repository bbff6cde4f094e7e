"""The site's settings: the only code that reads the environment. `docs/architecture.md` lists every variable.

With nothing set: SQLite in `var/`, one process, DEBUG, for this machine alone.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import django
from django.core.exceptions import ImproperlyConfigured

from lastcall_site import checks
from lastcall_site.environment import Environment, database

env = Environment(os.environ)
BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

# --- Who may reach the site -----------------------------------------------------------------------------------------

LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
SECRET_KEY = env.text("SECRET_KEY")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS")
DEBUG = env.flag("DEBUG", default=not SECRET_KEY and not ALLOWED_HOSTS)
HTTPS = env.flag("HTTPS", default=not DEBUG)
"""False serves plain HTTP with DEBUG off: for a test host, or a home network."""
TRUSTED_PROXIES = env.whole_number("TRUSTED_PROXIES", 0)
"""How many proxies of ours stand in front: only then are their X-Forwarded headers believed."""
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")

if DEBUG:
    if not set(ALLOWED_HOSTS) <= set(LOCAL_HOSTS):
        raise ImproperlyConfigured(
            "DEBUG shows the code to visitors: with it, ALLOWED_HOSTS may only name this machine."
        )
    ALLOWED_HOSTS = ALLOWED_HOSTS or LOCAL_HOSTS
    SECRET_KEY = SECRET_KEY or checks.own_secret_key(VAR_DIR / "secret-key")
elif not SECRET_KEY:
    raise ImproperlyConfigured("DEBUG is off and SECRET_KEY is not set: give a long random one, and keep it.")
elif not ALLOWED_HOSTS:
    raise ImproperlyConfigured("DEBUG is off and ALLOWED_HOSTS is not set: name the hosts that the site answers to.")

# --- The parts ------------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "allauth",
    "allauth.account",
    "matches",
    "game",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "lastcall_site.static_files.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "matches.middleware.player_of_request",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "lastcall_site.urls"
ASGI_APPLICATION = "lastcall_site.asgi.application"
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
            ],
        },
    },
    {
        # The live table's regions, asked for with using="live": the same files serve the page and the socket.
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "live",
        "DIRS": [BASE_DIR / "templates" / "live"],
        "APP_DIRS": False,
        "OPTIONS": {"environment": "game.fragments.environment"},
    },
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-gb"

# --- What is stored, and where --------------------------------------------------------------------------------------

DATABASES: dict[str, dict[str, Any]] = {
    "default": database(env.text("DATABASE_URL", "sqlite:///var/lastcall.sqlite3"), base_dir=BASE_DIR)
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    VAR_DIR.mkdir(exist_ok=True)
    # A file, as servers started by tests must open it too; the process number keeps two runs in one tree apart.
    test_name = env.text("TEST_DATABASE", f"var/test-{os.getpid()}.sqlite3")
    DATABASES["default"]["TEST"] = {"NAME": BASE_DIR / test_name}
elif env.text("TEST_DATABASE"):
    DATABASES["default"]["TEST"] = {"NAME": env.text("TEST_DATABASE")}

REDIS_URL = env.text("REDIS_URL")
"""Needed as soon as two processes serve the site: they hear of each other's tables through it."""
WORKERS = env.whole_number("WEB_CONCURRENCY", 1)
checks.refuse_workers_that_cannot_hear_each_other(WORKERS, REDIS_URL)
if REDIS_URL:
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
    }
    CACHES: dict[str, Any] = {"default": {"BACKEND": "lastcall_site.cache.ForgetfulRedisCache", "LOCATION": REDIS_URL}}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
# What only the code that made it can read: never shared, so a new release does not meet what an older one has kept.
CACHES["process"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "process"}

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "lastcall_site" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        # With DEBUG files are found where they lie, at each request; without, `collectstatic` has given each a name
        # with a hash in it, and browsers keep them for ever.
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- Security -------------------------------------------------------------------------------------------------------

POLICY = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "media-src": ["'self'"],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    # Covers the sockets of the same host and port as well.
    "connect-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
}
"""What a page may load: nothing inline, nothing from elsewhere."""
if django.VERSION >= (6, 0):
    SECURE_CSP = POLICY
    MIDDLEWARE.insert(2, "django.middleware.csp.ContentSecurityPolicyMiddleware")
else:
    CONTENT_SECURITY_POLICY = {"DIRECTIVES": POLICY}
    INSTALLED_APPS.append("csp")
    MIDDLEWARE.insert(2, "csp.middleware.CSPMiddleware")

X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = 180 * 24 * 3600  # a guest is only as lasting as this cookie
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if HTTPS else 0
# Whether other names under the same domain speak HTTPS is for the domain's owner to say, not for this site.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES

# --- Accounts and mail ----------------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "matches.accounts.AccountAdapter"
ACCOUNT_FORMS = {"signup": "matches.accounts.SignupForm"}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_DISPLAY = "matches.accounts.shown_name"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = {
    # Generous, as a whole school can stand behind one address.
    "guest": env.text("LASTCALL_GUEST_RATES", "60/m/ip,600/h/ip"),
    "rename": "20/h/key",
    "league": "10/h/key",
    "record": "30/m/ip",
}
"""Besides allauth's own, for signing in and up, resetting and confirming."""
ACCOUNT_EMAIL_VERIFICATION = env.text("EMAIL_VERIFICATION", "optional")
"""`optional` lets people play at once; `mandatory` wants the link in the mail followed first."""
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Last Call: "
if ACCOUNT_EMAIL_VERIFICATION not in ("optional", "mandatory"):
    raise ImproperlyConfigured("EMAIL_VERIFICATION is either optional or mandatory.")

EMAIL_HOST = env.text("EMAIL_HOST")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("DEFAULT_FROM_EMAIL", "Last Call <lastcall@localhost>")
mail_backend = "django.core.mail.backends." + ("smtp" if EMAIL_HOST else "filebased") + ".EmailBackend"
mail_server: dict[str, Any] = {
    "host": EMAIL_HOST,
    "port": env.whole_number("EMAIL_PORT", 587, least=1),
    "username": env.text("EMAIL_HOST_USER"),
    "password": env.text("EMAIL_HOST_PASSWORD"),
    "use_tls": env.flag("EMAIL_USE_TLS", default=True),
}
if django.VERSION >= (6, 1):
    MAILERS = {
        "default": {
            "BACKEND": mail_backend,
            "OPTIONS": mail_server if EMAIL_HOST else {"file_path": VAR_DIR / "mail"},
        }
    }
    del EMAIL_HOST
else:
    EMAIL_BACKEND = mail_backend
    EMAIL_FILE_PATH = VAR_DIR / "mail"
    EMAIL_PORT = mail_server["port"]
    EMAIL_HOST_USER = mail_server["username"]
    EMAIL_HOST_PASSWORD = mail_server["password"]
    EMAIL_USE_TLS = mail_server["use_tls"]

# --- The game -------------------------------------------------------------------------------------------------------

LASTCALL_PACE_SCALE = env.positive_number("LASTCALL_PACE_SCALE", 1.0)
"""Every duration of the clock is multiplied by this: tests play whole matches in seconds."""
LASTCALL_ACTIONS_PER_SECOND = env.positive_number("LASTCALL_ACTIONS_PER_SECOND", 5)
LASTCALL_ACTIONS_BURST = env.whole_number("LASTCALL_ACTIONS_BURST", 15, least=1)
LASTCALL_CHAT_PER_SECOND = env.positive_number("LASTCALL_CHAT_PER_SECOND", 0.5)
LASTCALL_CHAT_BURST = env.whole_number("LASTCALL_CHAT_BURST", 5, least=1)
LASTCALL_BOTS_FILL_SECONDS = env.positive_number("LASTCALL_BOTS_FILL_SECONDS", 20)
LASTCALL_NEXT_GAME_SECONDS = env.positive_number("LASTCALL_NEXT_GAME_SECONDS", 30)
LASTCALL_ANALYSES = env.flag("LASTCALL_ANALYSES", default=True)
"""Whether games that are over are analysed, each in a process of its own at the lowest priority."""
LASTCALL_BENCH_TABLES = env.flag("LASTCALL_BENCH_TABLES", default=DEBUG)
"""Whether `manage.py bench_tables` may make tables for a load program in this database."""
LASTCALL_MAX_FRAME_BYTES = env.whole_number("LASTCALL_MAX_FRAME_BYTES", 16384, least=1024)

# --- Log ------------------------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["stderr"], "level": env.text("LOG_LEVEL", "INFO").upper()},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # Addresses of pages that were not found or refused may hold invite and reset tokens.
        "django.request": {"level": "ERROR"},
        "django.security.csrf": {"level": "ERROR"},
        # Anybody can ask for any host, and is answered with 400.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "django.channels.server": {"level": "ERROR"},
        "daphne": {"level": "WARNING"},
    },
}
