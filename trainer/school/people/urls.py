from django.urls import path

from trainer.school.people import views

urlpatterns = [
    path("join/", views.join_by_code, name="join-by-code"),
    path("join/<str:code>/", views.join, name="join"),
    path("<int:course>/people/", views.people, name="people"),
    path("<int:course>/people/joining/", views.joining, name="people-joining"),
    path("<int:course>/people/code/", views.code, name="people-code"),
    path("<int:course>/people/list/", views.check_list, name="people-list"),
    path("<int:course>/people/enrol/", views.enrol_list, name="people-enrol"),
    path("<int:course>/people/links/", views.links, name="people-links"),
    path("<int:course>/people/chosen/", views.chosen, name="people-chosen"),
    path("<int:course>/people/<int:enrolment>/", views.person, name="person"),
    path("<int:course>/people/<int:enrolment>/edit/", views.edit, name="person-edit"),
    path("<int:course>/people/<int:enrolment>/move/", views.move, name="person-move"),
    path("<int:course>/people/<int:enrolment>/<str:state>/", views.state, name="person-state"),
]
