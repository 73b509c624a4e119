from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TrainerConfig(AppConfig):
    name = "trainer"
    verbose_name = _("Training")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from trainer.practice.record.erasing import before_erasing
        from trainer.school.lessons.settling import let_go

        before_erasing(let_go)
