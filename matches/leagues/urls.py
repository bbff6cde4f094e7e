"""Addresses of leagues, and of the bell."""

from django.urls import URLPattern, path

from matches.leagues import views, views_hosting, views_rounds

SEASON = "leagues/<slug:slug>/seasons/<int:season>/"
ROUND = SEASON + "rounds/<int:round>/"
TABLE = ROUND + "tables/<int:table>/"

urlpatterns: list[URLPattern] = [
    path("bell/", views.bell_page, name="bell"),
    path("leagues/", views.league_list, name="leagues"),
    path("leagues/new/", views.new_league, name="new_league"),
    path("leagues/join/<str:token>/", views.invitation, name="league_invitation"),
    path("leagues/<slug:slug>/", views.league_page, name="league"),
    path("leagues/<slug:slug>/join/", views.join, name="join_league"),
    path("leagues/<slug:slug>/leave/", views.leave, name="leave_league"),
    path("leagues/<slug:slug>/calendar/<str:token>.ics", views.calendar, name="league_calendar"),
    path("leagues/<slug:slug>/settings/", views_hosting.settings, name="league_settings"),
    path("leagues/<slug:slug>/change/", views_hosting.change, name="change_league"),
    path("leagues/<slug:slug>/season/", views_hosting.change_season, name="change_season"),
    path("leagues/<slug:slug>/link/", views_hosting.link, name="league_link"),
    path("leagues/<slug:slug>/members/<int:pk>/", views_hosting.member, name="league_member"),
    path(SEASON, views.season_page, name="season"),
    path(SEASON + "now/", views.season_now, name="season_now"),
    path(SEASON + "standings.csv", views.standings_csv, name="standings_csv"),
    path(SEASON + "standings.json", views.standings_json, name="standings_json"),
    path(SEASON + "close/", views_hosting.close_season, name="close_season"),
    path(SEASON + "rounds/new/", views_hosting.new_round, name="new_round"),
    path(SEASON + "plan/", views_hosting.plan, name="plan_season"),
    path(SEASON + "unplan/", views_hosting.unplan, name="unplan_season"),
    path(ROUND, views_rounds.round_page, name="round"),
    path(ROUND + "now/", views_rounds.round_now, name="round_now"),
    path(ROUND + "check-in/", views_rounds.check_in, name="check_in"),
    path(ROUND + "check-out/", views_rounds.check_out, name="check_out"),
    path(ROUND + "open/", views_rounds.open_check_in, name="open_check_in"),
    path(ROUND + "start/", views_rounds.start, name="start_round"),
    path(ROUND + "close/", views_rounds.close, name="close_round"),
    path(ROUND + "drop/", views_rounds.drop, name="drop_round"),
    path(ROUND + "move/", views_rounds.move, name="move_round"),
    path(TABLE, views_rounds.table_page, name="league_table"),
    path(TABLE + "games/add/", views_rounds.add_game, name="pad_add"),
    path(TABLE + "games/undo/", views_rounds.undo, name="pad_undo"),
    path(TABLE + "finish/", views_rounds.finish, name="pad_finish"),
    path(TABLE + "dispute/", views_rounds.dispute, name="dispute"),
    path(TABLE + "disputes/<int:pk>/settle/", views_rounds.settle, name="settle_dispute"),
    path(TABLE + "games/<int:number>/correct/", views_rounds.correct, name="correct_game"),
]
