"""What is looked at on every page: axe, and what axe does not see."""

from axe_playwright_python.base import AXE_SCRIPT

from tests.browser.tables import DESKTOP, NARROWEST, sideways

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]

_AXE = """options => axe.run(options).then(({violations, incomplete}) => {
  const told = rules => rules.flatMap(rule => rule.nodes.map(node =>
    `${rule.id}: ${node.target.join(" ")} (${node.any[0]?.message ?? node.all[0]?.message})`));
  return [told(violations), told(incomplete)];
})"""

# What may be pressed. Not: links inside a sentence, which WCAG leaves out as well; inputs that
# their label covers are measured by the label.
_SMALL_TARGETS = """() => {
  const pressed = "button, summary, select, label:has(input), input:not([type=hidden]), a";
  const found = [];
  for (const element of document.querySelectorAll(pressed)) {
    if (element.matches("label input, .skip") || !element.checkVisibility()) continue;
    if (element.matches("p a, dd a, li a") && element.parentElement.textContent.trim() !==
        element.textContent.trim()) continue;
    const {width, height} = element.getBoundingClientRect();
    if (Math.min(width, height) >= 44) continue;
    found.push(`${element.outerHTML.slice(0, 90)} ${width}×${height}`);
  }
  return found;
}"""

_CUT_OFF = """() => {
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const {left, right, width} = element.getBoundingClientRect();
    if (!width || element.closest(".visually-hidden, svg, .skip, thead")) continue;
    if (!element.checkVisibility()) continue;
    // What scrolls by itself, by keys too, is not cut off; where it stands still counts.
    const region = element.parentElement.closest('[role="region"][tabindex="0"]');
    if (region && getComputedStyle(region).overflowX === "auto") continue;
    if (left < -1 || right > innerWidth + 1) found.push(element.outerHTML.slice(0, 90));
  }
  return found;
}"""

_STRUCTURE = """() => ({
  live: document.querySelectorAll("[aria-live], [role=status], [role=alert]").length,
  headings: document.querySelectorAll("h1").length,
  ids: [...document.querySelectorAll("[id]")].map(e => e.id).filter((id, at, all) =>
    all.indexOf(id) !== at),
  lang: document.documentElement.lang,
})"""


def axe(page, rules=None, *, colours=True):
    """Violations and what axe could not decide, one line each; all rules unless told which.

    Without `colours` those are left out that another theme, but no other language, changes.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    only = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": RULES}
    # To preload is to fetch sounds, films and styles of other hosts, and there are none.
    options = {"preload": False, "resultTypes": ["violations", "incomplete"]}
    if not colours:
        options["rules"] = {rule: {"enabled": False} for rule in COLOURS}
    return page.evaluate(_AXE, options | {"runOnly": only})


def contrast(page):
    """Like `axe`, but only what a theme can change."""
    return axe(page, COLOURS)


def small_targets(page):
    return page.evaluate(_SMALL_TARGETS)


def cut_off(page):
    """Elements that reach out of the window at either side."""
    return page.evaluate(_CUT_OFF)


def open_drawers(page):
    for summary in page.locator("main summary").all():
        if summary.is_visible() and not summary.evaluate("e => e.parentElement.open"):
            summary.click()


def faults(page):
    """What is wrong with the page as it stands, one after another: axe, small targets, edges,
    and what `structure` counts where it is not one of each."""
    found = [*axe(page)[0], *small_targets(page), *cut_off(page)]
    looked = structure(page)
    if (looked["live"], looked["headings"], looked["ids"]) != (1, 1, []):
        found.append(looked)
    return [*found, *(["sideways"] if sideways(page) else [])]


def look_through(page, path):
    """The page of *path* with its drawers open, in both themes and at the widest and narrowest."""
    page.goto(path)
    open_drawers(page)
    found = structure(page)
    assert (found["headings"], found["ids"]) == (1, []), path
    assert small_targets(page) == [], path
    for viewport in (DESKTOP, NARROWEST):
        page.set_viewport_size(viewport)
        assert (sideways(page), cut_off(page)) == (0, []), path
    # Colours that are still on their way from one theme to the other are nobody’s choice.
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert contrast(page)[0] == [], path
    page.emulate_media(color_scheme="light")
    assert axe(page)[0] == [], path


def structure(page):
    """Numbers of live regions and first headings, ids that occur twice, the language."""
    return page.evaluate(_STRUCTURE)
