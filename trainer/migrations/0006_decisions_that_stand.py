# The decisions that stand when an answer comes, and when a review was first open.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Min, OuterRef, Subquery
from django.db.models.functions import Coalesce, Least


def reviews_that_were_open(apps, schema_editor):
    """An open review has been so since then; of one that was closed again appeals tell, which
    nobody could raise before."""
    Appeal, Exam = apps.get_model("trainer", "Appeal"), apps.get_model("trainer", "Exam")
    raised = Appeal.objects.filter(sitting__exam=OuterRef("pk")).order_by()
    first = Subquery(raised.values("sitting__exam").annotate(at=Min("raised_at")).values("at"))
    opened = F("review_opened_at")
    Exam.objects.update(
        review_first_opened_at=Least(Coalesce(opened, first), Coalesce(first, opened))
    )


class Migration(migrations.Migration):

    dependencies = [
        ('trainer', '0005_school'),
    ]

    operations = [
        migrations.CreateModel(
            name='PassChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('old', models.JSONField()),
                ('new', models.JSONField()),
                ('own', models.BooleanField()),
                ('at', models.DateTimeField()),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
            },
        ),
        migrations.RemoveConstraint(
            model_name='allowance',
            name='allowance_allows',
        ),
        migrations.AddField(
            model_name='allowance',
            name='may_begin',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='appealdecision',
            name='everybody',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='exam',
            name='review_first_opened_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(reviews_that_were_open, migrations.RunPython.noop),
        migrations.AddField(
            model_name='regrade',
            name='decided_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddConstraint(
            model_name='allowance',
            constraint=models.CheckConstraint(condition=models.Q(('minutes__gte', 1), ('attempts__gte', 1), ('may_begin', True), _connector='OR'), name='allowance_allows'),
        ),
        migrations.AddField(
            model_name='passchange',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='passchange',
            name='course',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pass_changes', to='trainer.course'),
        ),
        migrations.AddField(
            model_name='passchange',
            name='exam',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pass_changes', to='trainer.exam'),
        ),
    ]
