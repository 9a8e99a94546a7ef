
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('web', '0003_notices'),
    ]

    operations = [
        migrations.AddField(
            model_name='move',
            name='programmed',
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name='Program',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('wish', models.JSONField()),
                ('since', models.PositiveIntegerField()),
                ('ended', models.JSONField(null=True)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='programs', to='web.table')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
    ]
