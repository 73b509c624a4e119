from django.urls import path

from rules.lookup import views

urlpatterns = [path("", views.look_up, name="look-up")]
