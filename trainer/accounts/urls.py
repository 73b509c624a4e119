from django.urls import path

from trainer.accounts import views

urlpatterns = [
    path("sign-up/", views.sign_up, name="sign-up"),
    path("sign-in/", views.sign_in, name="sign-in"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("account/", views.account, name="account"),
    path("account/password/", views.change_password, name="change-password"),
    path("account/add-answers/", views.add_answers, name="add-answers"),
    path("reset-password/<str:key>/<str:token>/", views.reset_password, name="reset-password"),
    path("settings/", views.settings, name="settings"),
    path("i18n/setlang/", views.set_language, name="set_language"),
]
