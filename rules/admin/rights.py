"""Who may do what that no single right of Django's says."""

from django.http import HttpRequest


def may_import(request: HttpRequest) -> bool:
    return request.user.has_perms(("rules.add_house", "rules.add_draft", "rules.change_draft"))


def may_publish(request: HttpRequest) -> bool:
    return request.user.has_perm("rules.add_version")
