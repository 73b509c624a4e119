"""The pages of rules as somebody reads them."""

import re
from html.parser import HTMLParser


def path(game, house="reference"):
    return f"/rules/{house}/{game}/"


def joined(words):
    return re.sub(r"\s+", " ", " ".join(words)).strip()


class Page(HTMLParser):
    """The text of a page inside `main`, and its tables as rows of cells, by caption.

    `sections` are the texts of its chapters by their id. What is marked as English stays out.
    """

    def __init__(self, response):
        super().__init__()
        self.html = response.content.decode()
        self.words, self.tables, self.hrefs, self.chapters = [], {}, [], {}
        self._open, self._english, self._into = [], 0, None
        self._rows = self._caption = None
        self.feed(self.html)

    @property
    def text(self):
        return joined(self.words)

    @property
    def sections(self):
        return {name: joined(words) for name, words in self.chapters.items()}

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag in ("link", "meta", "input"):
            return
        self._open.append((tag, tag == "span" and attrs.get("lang") == "en"))
        if tag == "section" and "id" in attrs:
            self.chapters[attrs["id"]] = []
        if tag == "a":
            self.hrefs.append(attrs.get("href"))
        if tag == "table":
            self._rows, self._caption = [], []
        elif tag == "tr" and self._rows is not None:
            self._rows.append([])
        elif tag in ("th", "td") and self._rows:
            self._rows[-1].append("")

    def handle_startendtag(self, tag, attrs):
        """Parts of a drawing: nothing to read."""

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass
        if tag == "table":
            self.tables[" ".join(self._caption).strip()] = self._rows
            self._rows = None

    def handle_data(self, data):
        tags = [tag for tag, _english in self._open]
        if "main" not in tags or any(english for _tag, english in self._open):
            return
        self.words.append(data)
        if "section" in tags and self.chapters:
            self.chapters[next(reversed(self.chapters))].append(data)
        if "caption" in tags:
            self._caption.append(data.strip())
        elif self._rows and ("th" in tags or "td" in tags):
            self._rows[-1][-1] = f"{self._rows[-1][-1]} {data.strip()}".strip()
