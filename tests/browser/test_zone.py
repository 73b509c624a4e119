"""The browser says once in which time zone it is, and chooses nothing for anybody."""

from playwright.sync_api import expect

from trainer.models import Sitting


def test_the_zone_of_the_browser_holds_until_one_is_chosen(open_page, reference):
    page = open_page("/", timezone_id="Asia/Kolkata")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/1/")
    assert Sitting.objects.get().zone == "Asia/Kolkata"
    assert page.locator("script[src*=zone]").count() == 0
    page.goto("/settings/")
    zone = page.get_by_label("Time zone")
    expect(zone.locator("option:checked")).to_have_text("As this device: Asia/Kolkata")
    zone.select_option("Europe/Kyiv")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".done")).to_be_visible()
    page.goto("/practice/which-hand-wins/russian-poker/")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/1/")
    assert Sitting.objects.latest("pk").zone == "Europe/Kyiv"
