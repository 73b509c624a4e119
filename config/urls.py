from django.contrib import admin
from django.urls import include, path

from rules.views import how_we_know

urlpatterns = [
    path("admin/", admin.site.urls),
    path("rules/", include("rules.urls")),
    path("how-we-know/", how_we_know, name="how-we-know"),
    path("look-up/", include("rules.lookup.urls")),
    path("", include("trainer.accounts.urls")),
    path("", include("trainer.practice.urls")),
    path("", include("trainer.practice.record.urls")),
    path("school/", include("trainer.school.urls")),
]
