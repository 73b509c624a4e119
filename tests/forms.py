"""The forms of a page, as a browser would send them."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    """`fields` are sent unasked, `choices` are the values to choose from."""

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)


# No form stands within another one; what stands outside need not be parsed.
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)


def forms_of(page):
    parser = FormParser()
    for form in FORM.findall(page):
        parser.feed(form)
    return parser.forms


class FormParser(HTMLParser):
    def __init__(self):
        super().__init__()
        self.forms = []
        self.inside = False

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form":
            self.forms.append(Form(given["action"]))
            self.inside = True
        if not self.inside or not given.get("name"):
            return
        name, value = given["name"], given.get("value") or ""
        if tag == "button" or given.get("type") in ("checkbox", "radio"):
            self.forms[-1].choices.setdefault(name, []).append(value)
            if "checked" in given:
                self.forms[-1].fields.setdefault(name, []).append(value)
        elif tag == "input":
            self.forms[-1].fields.setdefault(name, []).append(value)

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "form"
