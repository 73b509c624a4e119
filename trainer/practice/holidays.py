"""A learner's wishes for the schedule: daily cap, more time, days off; writes."""

from datetime import date, timedelta

from django.db import transaction

from trainer.models import Holiday, Learner


def current_holiday(learner: Learner, today: date) -> Holiday | None:
    """The one that runs or comes next."""
    return Holiday.objects.filter(learner=learner, last__gte=today).order_by("first").first()


@transaction.atomic
def save_wishes(
    learner: Learner,
    *,
    daily_cap: int,
    time_percent: int,
    first: date | None,
    last: date | None,
    today: date,
) -> None:
    """Days off that have passed stay: what was not due then is not due afterwards."""
    Learner.objects.select_for_update().get(pk=learner.pk)
    Learner.objects.filter(pk=learner.pk).update(daily_cap=daily_cap, time_percent=time_percent)
    to_come = Holiday.objects.filter(learner=learner, last__gte=today)
    to_come.filter(first__gte=today).delete()
    # A holiday that has begun is over with yesterday, unless the new one goes on with it.
    to_come.update(last=today - timedelta(days=1))
    if first is not None and last is not None:
        start = first if first >= today else today
        if last >= start:
            Holiday.objects.create(learner=learner, first=start, last=last)
