"""Addresses of the practice pages."""

from django.urls import URLPattern, path

from game import views_practice

urlpatterns: list[URLPattern] = [
    path("practice/", views_practice.practice, name="practice"),
    path("practice/finish/new/", views_practice.new_finish, name="new_finish"),
    path("practice/finish/daily/", views_practice.daily_finish, name="daily_finish"),
    path("practice/finish/daily/<str:day>/", views_practice.daily_finish, name="daily_finish_of"),
    path("practice/finish/<str:code>/", views_practice.finish, name="finish"),
    path("practice/spot/", views_practice.new_spot, name="new_spot"),
    path("practice/spot/<str:seed>/", views_practice.spot, name="spot"),
    path("practice/first/", views_practice.first_game, name="first_game"),
    path("practice/first/<int:number>/", views_practice.first_game_step, name="first_game_step"),
]
