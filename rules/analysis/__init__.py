"""What a bet is worth: exact house edge and hit rate of a pay table, exact value of a decision.

Everything is a function of values; numbers are integers and fractions, never rounded.
"""
