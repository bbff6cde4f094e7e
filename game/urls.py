"""Addresses of the live table, of games, and of the rules."""

from django.urls import URLPattern, path

from game import views

urlpatterns: list[URLPattern] = [
    path("tables/<slug:slug>/", views.table_page, name="table"),
    path("tables/<slug:slug>/act/", views.act, name="act"),
    path("matches/<slug:slug>/games/<int:number>/", views.game_page, name="game"),
    path("matches/<slug:slug>/games/<int:number>/record.json", views.game_record, name="game_record"),
    path("rules/", views.rules_page, name="rules"),
]
