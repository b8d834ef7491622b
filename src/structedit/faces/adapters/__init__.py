"""The tools of model vendors, with their names and parameters, performed by structedit.

`anthropic_editor` is Anthropic's text-editor tool, `openai_patch` OpenAI's `apply_patch` call and the editor of its
agents SDK. None of them needs the vendor's library.
"""
