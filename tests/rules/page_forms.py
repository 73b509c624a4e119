"""The forms of a page as a browser would post them."""

from html.parser import HTMLParser


class _FormReader(HTMLParser):
    def __init__(self, form_id):
        super().__init__()
        self.form_id = form_id
        self.values = {}
        self.inside = False
        self.select = self.text = None

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "form":
            self.inside = attrs.get("id") == self.form_id
        if not self.inside or "disabled" in attrs:
            return
        name = attrs.get("name")
        if tag == "input" and name:
            kind = attrs.get("type", "text")
            if kind in ("checkbox", "radio") and "checked" not in attrs:
                return
            if kind not in ("submit", "button"):
                self.values[name] = attrs.get("value", "on" if kind == "checkbox" else "")
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select:
            # Without a selected option the browser takes the first.
            if "selected" in attrs or self.select not in self.values:
                self.values[self.select] = attrs.get("value", "")
        elif tag == "textarea":
            self.text = name
            self.values[name] = ""

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = False
        elif tag == "select":
            self.select = None
        elif tag == "textarea":
            self.text = None

    def handle_data(self, data):
        if self.text:
            self.values[self.text] += data


def form_values(response, form_id):
    """`{name: value}` of the form with that id, its CSRF token included."""
    reader = _FormReader(form_id)
    reader.feed(response.content.decode())
    assert reader.values, f"no form {form_id!r} in the page"
    return reader.values
