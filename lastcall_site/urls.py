"""Every address of the site."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path

from lastcall_site import views

# The staff sign in on the same page as everybody, with its limits on guessing.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns: list[URLPattern | URLResolver] = [
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("service-worker.js", views.service_worker, name="service_worker"),
    path("offline/", views.offline, name="offline"),
    path("accounts/", include("allauth.urls")),
    path("staff/", admin.site.urls),
    path("", include("matches.urls_people")),
    path("", include("matches.urls")),
    path("", include("matches.leagues.urls")),
    path("", include("game.urls")),
    path("", include("game.urls_practice")),
    path("", include("game.urls_replays")),
]
if settings.DEBUG:
    # Instead of Django's list of addresses, what visitors of a real site see.
    urlpatterns.append(re_path(r"^(?!static/)(?:.*/)?$", views.nothing_here))
