"""The Content-Security-Policy holds in a real browser, and the fixture notices when not."""

import pytest
from django.contrib import admin
from django.urls import reverse

from tests.browser.tables import DESKTOP


@pytest.fixture
def admin_page(open_page, admin_user):
    page = open_page("/admin/", viewport=DESKTOP)
    page.get_by_label("Username").fill("admin")
    page.get_by_label("Password").fill("password")
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Log out").or_(
        page.get_by_role("button", name="Log out")
    ).wait_for()
    return page


def test_the_home_page_keeps_to_the_policy(page):
    assert "Croupier" in page.title()


def test_every_admin_page_keeps_to_the_policy(reference, admin_page, rf, admin_user):
    request = rf.get("/admin/")
    request.user = admin_user
    visited = 0
    for model, model_admin in admin.site._registry.items():
        base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        assert admin_page.goto(reverse(f"{base}_changelist")).status == 200
        if model_admin.has_add_permission(request):
            assert admin_page.goto(reverse(f"{base}_add")).status == 200
        first = model._default_manager.first()
        if first is not None:
            assert admin_page.goto(reverse(f"{base}_change", args=[first.pk])).status == 200
            visited += 1
    assert visited


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("document.body.setAttribute('style', 'color: red')", "style"),
        (
            "document.body.append(Object.assign(document.createElement('script'),"
            " {text: 'window.broken = 1'}))",
            "script",
        ),
        ("console.error('gone wrong')", "gone wrong"),
        ("setTimeout(() => { throw new Error('gone wrong') })", "gone wrong"),
        ("fetch('/nowhere/')", "404"),
        ("new Image().src = 'http://127.0.0.1:9/picture.png'", "another host"),
    ],
)
def test_what_a_page_does_wrong_is_noticed(open_page, complaints, script, complaint):
    page = open_page("/admin/login/")
    page.evaluate(f"() => {{ {script} }}")
    for _ in range(100):
        if any(complaint in text.lower() for text in complaints):
            break
        page.wait_for_timeout(50)
    else:
        pytest.fail(f"{complaint!r} is not in {complaints}")
    complaints.clear()
