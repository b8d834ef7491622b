"""Code patterns, and the same patterns asked of ast-grep: hits and rewrites compared.

`lists/LANGUAGE.toml` holds patterns by what they are about, and pairs of a pattern and a template;
`rules/` holds rule files. All were written before the matcher was, so that it is judged by what
people write and not by what it can do: a pattern is added, never changed or taken out.
"""
