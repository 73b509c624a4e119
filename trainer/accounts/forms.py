"""What is posted, as forms: Django's own where they fit, with our words and the throttle."""

from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import authenticate
from django.contrib.auth.forms import (
    AuthenticationForm,
    BaseUserCreationForm,
    PasswordChangeForm,
    SetPasswordForm,
    UsernameField,
)
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, npgettext
from django.views.decorators.debug import sensitive_variables

from rules.models import House
from trainer.accounts.preferences import Preferences, zones
from trainer.accounts.throttle import TooManyTriesError, admit, take_back, tries_of
from trainer.models import Learner, User

NAME_LENGTH: Final = 40
TOO_MANY: Final = "too-many-tries"


def focus_problem(form: forms.BaseForm) -> None:
    """The focus of a refused page goes to the first field to be put right.

    The template has it go to what is wrong with the form as a whole, if anything is.
    """
    wrong = [field for field in form if field.errors]
    if wrong and not form.non_field_errors():
        wrong[0].field.widget.attrs["autofocus"] = True


def time_text(seconds: int) -> str:
    """How long to wait: in seconds, from a minute on in whole minutes, rounded up."""
    if (count := seconds) < 60:
        frame = npgettext("wait", "%(count)d second", "%(count)d seconds", count)
    else:
        count = -(-seconds // 60)
        frame = npgettext("wait", "%(count)d minute", "%(count)d minutes", count)
    return frame % {"count": count}


def wait_text(seconds: int) -> str:
    words = {"time": time_text(seconds)}
    return gettext("Too many wrong passwords. Try again in %(time)s.") % words


class Throttled(forms.BaseForm):
    """`wait` is the number of seconds after which the form may be sent again, or None."""

    wait: int | None = None

    @sensitive_variables()
    def find_user(self, request: HttpRequest, name: str, password: str) -> User | None:
        """The user with that name and password, or None.

        Raises: ValidationError: if this try has to wait; its password is not looked at.
        """
        tries = tries_of(request, name)
        try:
            admit(tries, now=timezone.now())
        except TooManyTriesError as error:
            self.wait = error.seconds
            raise ValidationError(wait_text(error.seconds), code=TOO_MANY) from None
        user = authenticate(request, username=name, password=password)
        if user is not None:
            take_back(tries)
        return user


class ThrottledSignIn(Throttled, AuthenticationForm):
    @sensitive_variables()
    def clean(self) -> dict[str, Any]:
        name, password = map(self.cleaned_data.get, ("username", "password"))
        if name and password:
            self.user_cache = self.find_user(self.request, name, password)
            if self.user_cache is None:
                raise self.get_invalid_login_error()
            self.confirm_login_allowed(self.user_cache)
        return self.cleaned_data


class SignInForm(ThrottledSignIn):
    error_messages = AuthenticationForm.error_messages | {
        "invalid_login": gettext_lazy("The name or the password is wrong.")
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = gettext_lazy("Name")
        self.fields["username"].widget.attrs["autofocus"] = False


class AdminSignInForm(ThrottledSignIn, AdminAuthenticationForm):
    """Django's, for the admin."""


class NewPassword(forms.BaseForm):
    """A new password, typed twice: where no e-mail is needed, a slip would lock one out."""

    def describe(self, first: str, second: str) -> None:
        self.fields[first].help_text = gettext_lazy(
            "At least 8 characters. Nothing like your name, nothing common, not only digits."
        )
        self.fields[second].label = gettext_lazy("The password once more")
        self.fields[second].help_text = ""


class SignUpForm(NewPassword, BaseUserCreationForm):
    class Meta(BaseUserCreationForm.Meta):
        model = User
        fields = ("username", "email")

    username = UsernameField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        error_messages={
            "invalid": gettext_lazy("Use letters, digits and @ . + - _ only, without spaces.")
        },
        help_text=gettext_lazy("You sign in with it. Without spaces."),
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail, if you like"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=gettext_lazy(
            "Your school or casino can send you a link for a new password there."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs["autofocus"] = False
        self.describe("password1", "password2")


class ChangePasswordForm(Throttled, NewPassword, PasswordChangeForm):
    """An open session is no proof: the old password is asked for, and guesses are counted."""

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        self.request = request
        super().__init__(request.user, *args, **kwargs)
        self.fields["old_password"].widget.attrs["autofocus"] = False
        self.describe("new_password1", "new_password2")

    @sensitive_variables()
    def clean_old_password(self) -> str:
        given = self.cleaned_data["old_password"]
        if self.find_user(self.request, self.user.username, given) is None:
            code = "password_incorrect"
            raise ValidationError(self.error_messages[code], code=code)
        return given


class ResetPasswordForm(NewPassword, SetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.describe("new_password1", "new_password2")


class DetailsForm(forms.ModelForm):
    class Meta:
        model = User
        fields = ("display_name", "email")
        labels = {
            "display_name": gettext_lazy("Shown name"),
            "email": gettext_lazy("E-mail, if you like"),
        }
        widgets = {
            "display_name": forms.TextInput(attrs={"autocomplete": "nickname"}),
            "email": forms.EmailInput(attrs={"autocomplete": "email"}),
        }


class SettingsForm(forms.ModelForm):
    language = forms.ChoiceField(
        label=gettext_lazy("Language"), choices=settings.LANGUAGES, widget=forms.RadioSelect
    )
    house = forms.ModelChoiceField(
        House.objects.filter(active=True),
        label=gettext_lazy("House"),
        empty_label=None,
        to_field_name="slug",
        help_text=gettext_lazy("New questions follow its rules and pay tables."),
    )
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), required=False)

    class Meta:
        model = Learner
        fields = ("language", "house", "theme", "deck", "keypad", "keys", "go_on", "time_zone")
        labels = {
            "theme": gettext_lazy("Theme"),
            "deck": gettext_lazy("Suits"),
            "keypad": gettext_lazy("Side of the keypad"),
            "keys": gettext_lazy("Answer by keys"),
            "go_on": gettext_lazy("After a right answer, go on by itself"),
        }
        widgets = dict.fromkeys(("theme", "deck", "keypad"), forms.RadioSelect)

    def __init__(self, preferences: Preferences, data: Any = None, *, device: str = "") -> None:
        """*device* is the time zone of the browser, if it is known."""
        names = self._meta.fields
        super().__init__(data, initial={name: getattr(preferences, name) for name in names})
        usual = self._usual_zones(preferences.time_zone, device)
        self.fields["time_zone"].choices = [*usual, *zones().items()]

    def _usual_zones(self, chosen: str, device: str) -> list[tuple[str, str]]:
        """What holds as long as nothing is chosen; that of the site can be chosen as well."""
        site = settings.TIME_ZONE
        of_site = gettext("As the site: %(zone)s") % {"zone": site}
        if device:
            own = gettext("As this device: %(zone)s") % {"zone": device}
            return [("", own), (site, of_site)]
        # What a page has offered is taken also when the device is no longer known.
        value = site if site in (chosen, self.data.get("time_zone")) else ""
        return [(value, of_site)]
