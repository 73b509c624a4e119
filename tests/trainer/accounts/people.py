"""What people do with accounts, by the forms of the pages."""

from tests.trainer.practice.visitors import Visitor, right_form
from trainer.models import User

PASSWORD = "the kicker plays"
ANOTHER = "the board plays, split it"


def make_user(name="anna", **fields):
    return User.objects.create_user(name, password=PASSWORD, **fields)


class Person(Visitor):
    """A visitor who knows a password."""

    def sign_up(self, name="anna", *, password=PASSWORD, next="", **fields):
        self.open("/sign-up/" + (f"?next={next}" if next else ""))
        passwords = {"password1": password, "password2": password}
        return self.submit("/sign-up/", username=name, **passwords | fields)

    def sign_in(self, name="anna", *, password=PASSWORD, next=""):
        self.open("/sign-in/" + (f"?next={next}" if next else ""))
        return self.submit("/sign-in/", username=name, password=password)

    def sign_out(self):
        self.open("/account/")
        return self.submit("/sign-out/")

    def lose_session(self):
        """The login ends: the session is gone, on the server or in the browser."""
        del self.client.cookies["sessionid"]

    def answer(self, count=1, **sitting):
        """Answer so many questions of one new sitting; gives the last of them."""
        question = self.start(**sitting)
        for answered in range(1, count + 1):
            self.submit(self.url, **right_form(question))
            if answered < count:
                self.submit(f"{self.url}next/")
                question = self.question()
        return question

    @property
    def signed_in(self):
        return "_auth_user_id" in self.client.session
