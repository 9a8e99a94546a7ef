

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('web', '0002_talk_and_tallies'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='muted',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='seen_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name='Channel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('mail', 'E-mail'), ('discord', 'Discord'), ('slack', 'Slack'), ('json', 'JSON')], max_length=8)),
                ('target', models.CharField(max_length=400)),
                ('every', models.PositiveSmallIntegerField(default=0)),
                ('on', models.BooleanField(default=True)),
                ('trouble', models.CharField(blank=True, max_length=20)),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('rests_until', models.DateTimeField(null=True)),
                ('claimed_at', models.DateTimeField(null=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='channels', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to='web.table')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Wishes',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('language', models.CharField(default='en', max_length=5)),
                ('zone', models.CharField(default='UTC', max_length=40)),
                ('quiet_from', models.PositiveSmallIntegerField(null=True)),
                ('quiet_to', models.PositiveSmallIntegerField(null=True)),
                ('owner', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('since', models.DateTimeField()),
                ('due_at', models.DateTimeField()),
                ('done_at', models.DateTimeField(null=True)),
                ('channel', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='web.channel')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='web.table')),
            ],
            options={
                'indexes': [models.Index(fields=['done_at', 'due_at'], name='notices_due')],
                'constraints': [models.UniqueConstraint(fields=('table', 'seat', 'channel'), name='one_notice')],
            },
        ),
    ]
