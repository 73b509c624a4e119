from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("rules/", include("rules.urls")),
    path("", include("trainer.accounts.urls")),
    path("", include("trainer.practice.urls")),
]
