"""What can be asked and what comes back: requests, their arguments, outcomes, as words and JSON.

Not here: finding and deciding; these are the questions and the answers.
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
