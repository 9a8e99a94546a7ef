"""Django's name for this application."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "dieciocho.web"
    label = "web"
    default_auto_field = "django.db.models.BigAutoField"
