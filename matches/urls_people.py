"""Addresses of who one is. Other players' pages are among the addresses of the matches."""

from django.urls import URLPattern, path

from matches import views_people as views

urlpatterns: list[URLPattern] = [
    path("guest/", views.guest, name="guest"),
    path("who/", views.who, name="who"),
    path("players/me/", views.me, name="me"),
    path("players/me/leave/", views.leave, name="leave_me"),
    path("players/me/delete/", views.delete, name="delete_me"),
]
