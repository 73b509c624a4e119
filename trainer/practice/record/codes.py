"""Stored answers and cards as short text that knows no language: what the export writes."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any


def decimal_text(amount: Decimal) -> str:
    """Without an exponent or needless zeros.

    >>> decimal_text(Decimal("1E+2")), decimal_text(Decimal("12.50"))
    ('100', '12.5')
    """
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def answer_code(data: Mapping[str, Any]) -> str:
    """An answer as `to_data` gives it.

    >>> answer_code({"kind": "money", "outcome": "pay", "amount": "12.50"})
    'pay 12.5'
    >>> answer_code({"kind": "hand", "hand": "full-house", "first": "K", "second": "2"})
    'full-house K 2'
    """
    match data["kind"]:
        case "seats":
            return " ".join(f"player{seat + 1}" for seat in data["seats"]) or "nobody"
        case "money":
            return _money(data)
        case "hand":
            return " ".join(data[name] for name in ("hand", "first", "second") if name in data)
        case "amount":
            return decimal_text(Decimal(data["amount"]))
        case "cards":
            return " + ".join(data[name] for name in ("cards", "second") if name in data)
        case "order":
            return " ".join(map(str, data["ranks"]))
        case "box":
            lines = [f"{name}: {_money(each)}" for name, each in data["wagers"]]
            if data["pay_now"] is not None:
                lines.append(f"pay-now: {decimal_text(Decimal(data['pay_now']))}")
            return "; ".join(lines)
        case "chips":
            return " ".join(
                f"{count}x{decimal_text(Decimal(value))}" for value, count in data["counts"]
            )
    return str(data["choice"])


def _money(data: Mapping[str, Any]) -> str:
    amount = decimal_text(Decimal(data["amount"]))
    return data["outcome"] if data["outcome"] != "pay" else f"pay {amount}"


def cards_code(spec: Mapping[str, Any]) -> str:
    """The cards of a stored deal by place: `board: Kd 7h …; player1: As Ah`."""
    groups = (*spec["shown"]["groups"], *spec["hidden"]["groups"])
    return "; ".join(f"{_place(group)}: {_laid(group)}" for group in groups)


def _place(group: Mapping[str, Any]) -> str:
    return f"player{group['seat'] + 1}" if "seat" in group else group["role"]


def _laid(group: Mapping[str, Any]) -> str:
    cards = [group["cards"]] if group["cards"] else []
    if group.get("joker"):
        cards.append("joker")
    if group.get("gone"):
        cards.append(f"(gone: {group['gone']})")
    if group.get("folded"):
        cards.append("(folded)")
    return " ".join(cards)
