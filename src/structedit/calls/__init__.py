"""Requests and their arguments, outcomes and reports, as values, text and JSON.

Not here: finding a place and deciding on an edit; these are only the questions and the answers.
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
