"""Why a request did not land, in words, and which corrected call would.

Not here: looking for the place in the first place (`search`).
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
