"""Addresses of the lobby, matches and players."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
