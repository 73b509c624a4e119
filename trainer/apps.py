from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TrainerConfig(AppConfig):
    name = "trainer"
    verbose_name = _("Training")
    default_auto_field = "django.db.models.BigAutoField"
