"""Every address of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

# The staff sign in on the same page as everybody, with its limits on guessing.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("allauth.urls")),
    path("staff/", admin.site.urls),
    path("", include("matches.urls_people")),
    path("", include("matches.urls")),
    path("", include("matches.leagues.urls")),
    path("", include("game.urls")),
    path("", include("game.urls_practice")),
    path("", include("game.urls_replays")),
]
