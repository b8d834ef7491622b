"""What can be asked and what comes back: requests, their arguments, outcomes, in words and as JSON.

Not here: finding and deciding; these are what was asked and what came of it.
"""
