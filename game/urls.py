"""Addresses of the live table, of games, and of the rules."""

from django.urls import URLPattern, path

from game import views, views_chat, views_games, views_league_record, views_match_record

urlpatterns: list[URLPattern] = [
    path("tables/<slug:slug>/", views.table_page, name="table"),
    path("tables/<slug:slug>/big/", views.big_screen, name="big_screen"),
    path("tables/<slug:slug>/act/", views.act, name="act"),
    path("tables/<slug:slug>/hints/", views.hints, name="hints"),
    path("tables/<slug:slug>/chat/", views_chat.say, name="chat"),
    path("matches/<slug:slug>/record.json", views_match_record.match_record, name="match_record"),
    path("matches/<slug:slug>/games/<int:number>/", views_games.game_page, name="game"),
    path("matches/<slug:slug>/games/<int:number>/record.json", views_games.game_record, name="game_record"),
    path("matches/<slug:slug>/games/<int:number>/verify/", views_games.verify_game, name="verify_game"),
    path(
        "leagues/<slug:slug>/seasons/<int:season>/rounds/<int:round>/tables/<int:table>/record/",
        views_league_record.league_record,
        name="league_record",
    ),
    path("verify/", views_games.verify_page, name="verify"),
    path("rules/", views.rules_page, name="rules"),
]
