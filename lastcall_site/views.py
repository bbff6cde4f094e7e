"""The site as something to be installed: its manifest, and a worker that only ever shows that the line is down."""

from __future__ import annotations

import hashlib

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.defaults import page_not_found

ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("icon-maskable-512.png", "512x512", "image/png", "maskable"),
)
"""File, sizes, type and purpose. The pictures are drawn from `icon.svg`."""
NIGHT = "#140c13"


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """What a browser wants to know to install the site."""
    icons = [
        {"src": static(file), "sizes": sizes, "type": kind, "purpose": purpose} for file, sizes, kind, purpose in ICONS
    ]
    about = {
        "id": "/",
        "name": "Last Call: the bartender game",
        "short_name": "Last Call",
        "description": "Shout Order!, move a bottle, make your drinks, take the fewest ice cubes.",
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": NIGHT,
        "theme_color": NIGHT,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [
            {"name": "Tables", "url": "/tables/"},
            {"name": "Practice", "url": "/practice/"},
        ],
    }
    return JsonResponse(about, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Served from the root, as a worker sees only what lies below its own address."""
    kept = [reverse("offline"), static("offline.css"), static("scenes.svg")]
    # With other words on the page the worker is another one, and browsers fetch both anew.
    version = hashlib.sha256(render_to_string("offline.html").encode()).hexdigest()[:12]
    context = {"kept": kept, "version": version}
    return render(request, "service_worker.js", context, content_type="text/javascript")


@require_safe
@cache_control(max_age=3600)
def offline(request: HttpRequest) -> HttpResponse:
    """The one page that a browser keeps. It says nothing about anybody."""
    return render(request, "offline.html")


def nothing_here(request: HttpRequest) -> HttpResponse:
    return page_not_found(request, Http404())
