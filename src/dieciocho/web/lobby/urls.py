"""Addresses of the lobby and the accounts."""

from __future__ import annotations

from django.contrib.auth import views as auth
from django.urls import path

from . import accounts, files, notices, people, positions, room, service_pages, views

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("quick/", views.quick, name="quick"),
    path("new/", views.new_table, name="new_table"),
    path("finished/", views.finished, name="finished"),
    path("hidden/", views.put_away, name="hidden"),
    path("import/", files.import_file, name="import"),
    path("position/", positions.position, name="position"),
    path("position/open/", positions.open_position, name="open_position"),
    path("table/<slug:slug>/", room.room, name="room"),
    path("table/<slug:slug>/seats/", room.seats, name="room_seats"),
    path("table/<slug:slug>/join/", room.join, name="join"),
    path("table/<slug:slug>/leave/", room.leave, name="leave"),
    path("table/<slug:slug>/start/", room.start, name="start"),
    path("table/<slug:slug>/people/", people.people, name="people"),
    path("table/<slug:slug>/hand/", people.hand, name="hand"),
    path("table/<slug:slug>/take-back/", people.take_back, name="take_back"),
    path("table/<slug:slug>/abandon/", people.abandon, name="abandon"),
    path("table/<slug:slug>/replace/", people.replace, name="replace"),
    path("table/<slug:slug>/rematch/", people.rematch, name="rematch"),
    path("table/<slug:slug>/hide/", people.hide, name="hide"),
    path("table/<slug:slug>/delete/", people.delete, name="delete"),
    path("table/<slug:slug>/notes/", people.notes, name="notes"),
    path("table/<slug:slug>/game.json", files.export_ours, name="export"),
    path("table/<slug:slug>/18xx.json", files.export_site, name="export_site"),
    path("accounts/signup/", accounts.signup, name="signup"),
    path("accounts/profile/", accounts.profile, name="profile"),
    path("accounts/mail/", accounts.change_mail, name="change_mail"),
    path("accounts/tokens/", accounts.create_token, name="create_token"),
    path("accounts/tokens/<int:number>/revoke/", accounts.revoke_token, name="revoke_token"),
    path("accounts/notices/", notices.notices, name="notices"),
    path("accounts/notices/mail/", notices.mail, name="notice_mail"),
    path("accounts/notices/mail/<str:token>/", notices.confirm_mail, name="confirm_mail"),
    path("accounts/notices/hook/", notices.hook, name="notice_hook"),
    path("accounts/notices/<int:number>/again/", notices.again, name="notice_again"),
    path("accounts/notices/<int:number>/remove/", notices.remove, name="notice_remove"),
    path("accounts/notices/wishes/", notices.wishes, name="notice_wishes"),
    path("accounts/notices/tables/", notices.tables, name="notice_tables"),
    path("accounts/login/", auth.LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("accounts/logout/", auth.LogoutView.as_view(), name="logout"),
    path("accounts/password/", auth.PasswordChangeView.as_view(), name="password_change"),
    path(
        "accounts/password/done/",
        auth.PasswordChangeDoneView.as_view(),
        name="password_change_done",
    ),
    path("accounts/reset/", auth.PasswordResetView.as_view(), name="password_reset"),
    path("accounts/reset/sent/", auth.PasswordResetDoneView.as_view(), name="password_reset_done"),
    path(
        "accounts/reset/<uidb64>/<token>/",
        auth.PasswordResetConfirmView.as_view(),
        name="password_reset_confirm",
    ),
    path(
        "accounts/reset/done/",
        auth.PasswordResetCompleteView.as_view(),
        name="password_reset_complete",
    ),
    path("health", service_pages.health, name="health"),
    path("favicon.ico", service_pages.favicon, name="favicon"),
    path("robots.txt", service_pages.robots, name="robots"),
]
