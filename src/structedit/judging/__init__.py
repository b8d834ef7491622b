"""Judging: what may not happen, how large a change is, why something was not found.

Nothing here changes a byte or repairs an edit. Refusals and diagnoses are values of
`model.outcomes`; whether there is one is decided in `plan`.
"""
