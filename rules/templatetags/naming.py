"""The names of rules/naming.py as template filters: `{{ hand.rank|hand_name:True }}`."""

from django import template

from rules import naming

register = template.Library()

for name in (
    naming.card_name,
    naming.category_name,
    naming.hand_name,
    naming.hand_name_with_kickers,
    naming.pay_hand_name,
    naming.pay_row_name,
    naming.rank_name,
    naming.ranks_text,
    naming.stand_in_text,
):
    register.filter(name)
