"""The entry point for an ASGI server such as uvicorn."""

import os
import warnings

from django.core.asgi import get_asgi_application

from .bodies import LimitedBodies
from .live.asgi import LiveFirst

# WhiteNoise reads its small files at once, which Django would rather not see in a server like this.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dieciocho.web.settings")
application = LiveFirst(LimitedBodies(get_asgi_application()))

# These need the applications that have just been loaded.
from .live.hub import listeners  # noqa: E402
from .upkeep import figures  # noqa: E402
from .warm import warm_up  # noqa: E402

figures.gauge("listeners", listeners)
warm_up()
