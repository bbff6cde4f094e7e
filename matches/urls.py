"""Addresses of the lobby, tables before their first card, matches and players.

A table's own address, `/tables/SLUG/`, belongs to the live table, which shows the waiting room until the match starts.
"""

from django.urls import URLPattern, path

from matches import views, views_history, views_ignoring, views_seating

urlpatterns: list[URLPattern] = [
    path("", views.home, name="home"),
    path("play/", views_seating.play, name="play"),
    path("tables/", views.lobby, name="lobby"),
    path("tables/new/", views.new_table, name="new_table"),
    path("tables/<slug:slug>/join/", views_seating.join, name="join"),
    path("tables/<slug:slug>/leave/", views_seating.leave, name="leave_table"),
    path("tables/<slug:slug>/agree/", views_seating.agree, name="agree"),
    path("tables/<slug:slug>/start/", views_seating.start, name="start"),
    path("tables/<slug:slug>/fill/", views_seating.fill, name="fill"),
    path("tables/<slug:slug>/options/", views_seating.options, name="options"),
    path("tables/<slug:slug>/bots/add/", views_seating.add_bot, name="add_bot"),
    path("tables/<slug:slug>/bots/<int:number>/remove/", views_seating.remove_bot, name="remove_bot"),
    path("tables/<slug:slug>/seats/<int:number>/remove/", views_seating.remove_person, name="remove_person"),
    path("tables/<slug:slug>/invite/renew/", views_seating.renew_invite, name="renew_invite"),
    path("tables/<slug:slug>/invite/revoke/", views_seating.revoke_invite, name="revoke_invite"),
    path("invite/<str:token>/", views.invite, name="invite"),
    path("matches/", views_history.match_list, name="match_list"),
    path("matches/<slug:slug>/", views_history.match_page, name="match_page"),
    path("matches/<slug:slug>/now/", views_history.match_now, name="match_now"),
    path("matches/<slug:slug>/sheet.csv", views_history.sheet_csv, name="sheet_csv"),
    path("matches/<slug:slug>/sheet.json", views_history.sheet_json, name="sheet_json"),
    path("matches/<slug:slug>/rematch/", views_seating.rematch, name="rematch"),
    path("matches/<slug:slug>/resume/", views_seating.resume, name="resume"),
    path("players/me/data.json", views_history.my_data, name="my_data"),
    path("players/ignore/", views_ignoring.ignore_player, name="ignore"),
    path("players/<int:pk>/", views_history.player_page, name="player_page"),
]
