"""A visitor without JavaScript, who sends what the forms of the last page hold."""

from datetime import UTC, datetime

from django.conf import settings
from django.test import Client

from tests.forms import forms_of
from tests.trainer.answering import fields_of, wrong_verdicts
from trainer.drills import find_drill
from trainer.models import Sitting
from trainer.practice.progress import find_question

# Later than every version that a test publishes.
NOW = datetime(2100, 1, 1, 12, 0, tzinfo=UTC)
SEED = b"\7" * 32
TOKEN = "t" * 32
# Wrong answers of which one can be put into the form.
TRIED = 5


class Visitor:
    """`page` is the text last received, `url` its address after redirects."""

    def __init__(self, **headers):
        self.client = Client(enforce_csrf_checks=True, headers=headers)
        # As any page brings it.
        self.client.cookies[settings.CSRF_COOKIE_NAME] = TOKEN
        self._page = None

    @property
    def page(self):
        if self._page is None:
            # Any page will do; this one is short.
            self.open("/sign-in/")
        return self._page

    def open(self, url):
        return self._arrive(url, self.client.get(url, follow=True))

    def forms(self):
        return {form.action: form for form in forms_of(self.page)}

    def submit(self, action, *, htmx=False, **chosen):
        """Send a form of the last page with what was chosen; htmx follows no redirect."""
        data = self.forms()[action].fields | chosen
        headers = {"HX-Request": "true"} if htmx else {}
        response = self.client.post(action, data, follow=not htmx, headers=headers)
        return self._arrive(action, response)

    def post(self, url, *, htmx=False, **data):
        """Send anything with the browser's token; redirects are not followed."""
        data["csrfmiddlewaretoken"] = self.client.cookies[settings.CSRF_COOKIE_NAME].value
        return self.client.post(url, data, headers={"HX-Request": "true"} if htmx else {})

    def start(self, drill="which-hand-wins", game="russian-poker", *, level=1, length=5):
        """Begin a sitting from its page; gives its first question, which is shown."""
        action = f"/practice/{drill}/{game}/"
        self.open(action)
        self.submit(action, level=level, length=length)
        return self.question()

    def question(self):
        """The question of the page."""
        uuid, position = self.url.strip("/").split("/")[1:3]
        return stored_question(uuid, int(position))

    def sitting(self):
        return Sitting.objects.get(uuid=self.url.strip("/").split("/")[1])

    def _arrive(self, url, response):
        hops = getattr(response, "redirect_chain", [])
        self.url = hops[-1][0] if hops else url
        self._page = response.content.decode()
        return response


def stored_question(uuid, position):
    return find_question({}, uuid, position)


def asked(question):
    """(drill, deal, ruleset) of a stored question."""
    deal = question.deal.value
    return find_drill(deal.drill), deal, question.deal.version.ruleset


def expected_answer(question):
    drill, deal, ruleset = asked(question)
    return drill.expected(deal, ruleset)


def right_form(question):
    """Fields of the right answer, each with its list of values."""
    drill, deal, ruleset = asked(question)
    return fields_of(drill.expected(deal, ruleset), drill.question(deal, ruleset))


def wrong_form(question):
    """Fields of an answer that can be read and is wrong, whatever kind is asked for."""
    drill, deal, ruleset = asked(question)
    ask = drill.question(deal, ruleset)
    for answer, _ in wrong_verdicts(drill, deal, ruleset, TRIED):
        form = fields_of(answer, ask)
        # A chip that the house has not has no field.
        if drill.parse_answer(deal, form) == answer:
            return form
    raise AssertionError(f"no wrong answer to {deal}")
