"""Laws that hold for every item that an outline shows, tried on real files of any language.

    python -m benchmarks.laws PATH…                          # files and folders
    python -m benchmarks.laws --corpus [LANGUAGE…] --files 4 # files of `benchmarks/corpus.py`
    python -m benchmarks.laws --law legitimate --corpus      # edits that nothing may refuse

`items` says what is asked about and what a file holds, `own_text`, `placing` and `names` hold the laws,
`legitimate` the edits that must land, `readers` the parsers of the languages' own, `running` the files, the
processes and the counts.
"""
