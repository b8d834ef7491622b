"""Tools of other makers, served by structedit: their names and shapes, our edits.

`anthropic_editor` is Anthropic's text-editor tool, `openai_patch` OpenAI's `apply_patch` call and the
editor of its agents SDK. None of them needs the maker's library.
"""
