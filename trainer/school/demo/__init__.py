"""A school to look at: made up, marked as such on its pages, and removed again without a trace.

Its courses have `Course.demo`, its accounts are in the group GROUP. Both together say what goes
when it is removed, so that nobody else's account or course does.
"""

from typing import Final

GROUP: Final = "Demo school"
