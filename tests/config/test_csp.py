import pytest


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/admin/login/", "/nowhere/"])
def test_every_response_carries_the_policy(client, path):
    headers = client.get(path).headers
    assert headers["Content-Security-Policy"] == (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'"
    )
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


@pytest.mark.django_db
def test_a_fragment_needs_no_headers_of_a_page(client):
    headers = client.get("/", headers={"HX-Request": "true"}).headers
    assert headers["Content-Security-Policy"].startswith("default-src 'self';")
    assert headers["X-Content-Type-Options"] == "nosniff"
    for name in ("X-Frame-Options", "Referrer-Policy", "Permissions-Policy"):
        assert name not in headers
