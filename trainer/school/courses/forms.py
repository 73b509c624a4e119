"""A course as a form."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.models import House
from rules.translated import in_language
from rules.versions import rulesets_in_force
from trainer.models import Course, Role, User
from trainer.school.lessons.items import items_of, not_offered
from trainer.templatetags.table import drill_name, game_name


class PeopleField(forms.ModelMultipleChoiceField):
    def label_from_instance(self, user: User) -> str:
        return user.shown_name


class OwnerField(forms.ModelChoiceField):
    def label_from_instance(self, user: User) -> str:
        return user.shown_name


def _staff(*roles: Role) -> QuerySet[User]:
    return User.objects.filter(staff__role__in=roles, is_active=True).order_by("username")


class CourseForm(forms.ModelForm):
    """With *names_owner* it also says whose the course is; a new one is else that of *user*."""

    owner = OwnerField(label=_("Course owner"), queryset=User.objects.none())
    instructors = PeopleField(
        label=_("Instructors"),
        queryset=User.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = Course
        fields = ("title", "notes", "house", "owner", "instructors", "kept_years")
        labels = {
            "title": _("Title"),
            "notes": _("Notes"),
            "house": _("House"),
            "kept_years": _("Years for which exams are kept"),
        }
        help_texts = {
            "house": _("Its rules and pay tables hold in every lesson and exam."),
            "kept_years": _("From the day on which a person leaves the course."),
        }

    def __init__(self, user: User, *args: Any, names_owner: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        course = self.instance
        if course.pk is None:
            course.owner = user
        if names_owner:
            owners = _staff(Role.OWNER)
            known = Q(pk__in=owners.values("pk")) | Q(pk=course.owner_id)
            self.fields["owner"].queryset = User.objects.filter(known).order_by("username")
            self.initial["owner"] = course.owner_id
        else:
            del self.fields["owner"]
        self.fields["instructors"].queryset = _staff(Role.INSTRUCTOR, Role.OWNER)
        houses = House.objects.filter(Q(active=True) | Q(pk=course.house_id)).order_by("slug")
        self.fields["house"].queryset = houses
        self.fields["house"].empty_label = None
        self.fields["kept_years"].widget.attrs |= {"min": 1, "max": 30, "inputmode": "numeric"}

    def clean_house(self) -> House:
        """The lessons that there are must be offered there too."""
        house, course = self.cleaned_data["house"], self.instance
        if course.pk is None or house.pk == self.initial["house"]:
            return house
        rules = rulesets_in_force(house, timezone.now())
        refused = [
            _refusal(house, in_language(lesson.title), item)
            for lesson in course.lessons.order_by("position")
            for item in not_offered(items_of(lesson.items), rules)
        ]
        if refused:
            raise ValidationError(refused)
        return house


def _refusal(house: House, lesson: str, item: Any) -> str:
    words = {"drill": drill_name(item.drill), "game": game_name(item.game)}
    text = gettext(
        "%(house)s does not offer “%(drill)s” in %(game)s, which the lesson “%(lesson)s” asks."
    )
    return text % (words | {"house": house.display_name, "lesson": lesson})
