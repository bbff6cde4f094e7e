"""Addresses of replays and of analyses."""

from django.urls import URLPattern, path

from game import views_analysis, views_replays

GAME = "matches/<slug:slug>/games/<int:number>/"

urlpatterns: list[URLPattern] = [
    path(GAME + "replay/", views_replays.game_replay, name="game_replay"),
    path(GAME + "replay/plan/<int:seat>/", views_replays.plan_replay, name="plan_replay"),
    path(GAME + "analysis/", views_analysis.analysis_part, name="game_analysis"),
    path("replay/", views_replays.bring_record, name="bring_record"),
    path("replay/<slug:key>/<int:number>/", views_replays.record_replay, name="record_replay"),
]
