"""What the statistics show: one table for each query here, over `each` and `every` of `call_table`.

The text, the page, the CSV and the JSON all show these tables, so a row here is all that a new one needs. A column
whose name ends in `percent` is drawn as a bar on the page.

An *edit* is a call that was to be written; a *hit* is an edit after which the file is as its caller wants it, a *fail*
any other. Dry runs are counted apart, and so are edits that fit but were not written since another one of their batch
failed.
"""

from __future__ import annotations

from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Question:
    """A question that a query answers, and the name of the query's table in JSON and CSV.

    Attributes:
        is_brief: the table is part of the report in a few lines.
    """

    key: str
    title: str
    sql: str
    is_brief: bool = False


_FAILED = "round(100.0 * avg(CASE WHEN edit THEN NOT landed END), 1) AS fail_percent"
_RATE = f"sum(edit) AS edits, sum(edit AND landed) AS hits, sum(edit AND NOT landed) AS fails, {_FAILED}"
_BY_OPERATION = "ORDER BY op != 'all', op"
_ALL = "FROM each WHERE edit AND op = 'all'"
_SEARCHES = "addressing IN ('text', 'anchor')"

QUESTIONS = (
    Question(
        "operations",
        "Operations",
        f"""SELECT op AS operation, {_RATE},
            round(avg(CASE WHEN edit THEN old_lines END), 1) AS old_lines, sum(dry_run) AS dry_runs,
            round(1.0 * sum(rehearsals) / nullif(sum(written), 0), 2) AS dry_runs_per_commit,
            sum(edit AND large) AS large_edits,
            sum(edit AND landed AND signature_changed) AS signature_changes,
            sum(edit AND saved) AS retries_saved
        FROM each GROUP BY op {_BY_OPERATION}""",
        is_brief=True,
    ),
    Question(
        "reasons",
        "What fails, and why?",
        f"""SELECT op AS operation, why AS reason, count(*) AS fails
        FROM each WHERE edit AND NOT landed GROUP BY op, why {_BY_OPERATION}, fails DESC, why""",
        is_brief=True,
    ),
    Question(
        "old_length",
        "Do longer old texts fail more?",
        f"""SELECT CASE WHEN old_lines = 1 THEN '1' WHEN old_lines < 4 THEN '2-3'
            WHEN old_lines < 10 THEN '4-9' WHEN old_lines < 30 THEN '10-29'
            ELSE '30 and more' END AS lines, {_RATE}
        {_ALL} AND old_lines > 0 GROUP BY lines ORDER BY min(old_lines)""",
    ),
    Question(
        "hints",
        "Does each hint lower the failure rate?",
        f"""SELECT op AS operation, coalesce(hint, 'none') AS hint, count(*) AS used,
            sum(landed) AS succeeded, sum(NOT landed) AS failed, {_FAILED}, sum(narrowed) AS narrowed
        FROM each LEFT JOIN hint ON instr(hints, hint)
        WHERE edit AND (hint IS NOT NULL OR {_SEARCHES}) GROUP BY op, 2 {_BY_OPERATION}, used DESC, 2""",
    ),
    Question(
        "file_size",
        "Do failures cluster on large files?",
        f"""SELECT size AS lines, {_RATE}
        {_ALL} AND size != '' GROUP BY size ORDER BY CAST(size AS INTEGER)""",
    ),
    Question(
        "tiers",
        "Which tier saved how many retries?",
        f"""SELECT op AS operation, tier, count(*) AS hits, sum(saved) AS retries_saved
        FROM each WHERE edit AND landed AND tier != '' GROUP BY op, tier {_BY_OPERATION}, hits DESC, tier""",
    ),
    Question(
        "addressing",
        "How do anchored edits compare with line-numbered ones?",
        f"""SELECT op AS operation,
            CASE addressing WHEN 'lines' THEN 'line-numbered' ELSE 'anchored' END AS place, {_RATE}
        FROM each WHERE edit AND addressing != 'file' GROUP BY op, place {_BY_OPERATION}, place""",
    ),
    Question(
        "between_after",
        "Does between beat after?",
        f"""SELECT CASE WHEN instr(hints, 'between') THEN 'between'
            ELSE 'after, without between' END AS hint, {_RATE}
        {_ALL} AND (instr(hints, 'between') OR instr(hints, 'after')) GROUP BY 1 ORDER BY 1""",
    ),
    Question(
        "occurrence",
        "Does occurrence end failures on the wrong or on several places?",
        f"""SELECT CASE WHEN instr(hints, 'occurrence') THEN 'with' ELSE 'without' END AS occurrence,
            count(*) AS edits, sum(wrong) AS wrong_place, round(100.0 * avg(wrong), 1) AS wrong_place_percent
        FROM (SELECT hints, why IN ('several_matches', 'ambiguous_anchor', 'wrong_occurrence') AS wrong
            {_ALL} AND {_SEARCHES})
        GROUP BY 1 ORDER BY 1""",
    ),
    Question(
        "block_or_body",
        "replace_block or replace_function_body?",
        f"""SELECT operation, {_RATE}
        {_ALL} AND operation IN ('replace_block', 'replace_function_body') GROUP BY 1 ORDER BY 1""",
    ),
    Question(
        "dry_runs",
        "How often is dry run used? Where rarely, failures say more about it",
        f"""SELECT operation, sum(dry_run) AS dry_runs, round(100.0 * avg(dry_run), 1) AS dry_run_percent, {_RATE}
        FROM each WHERE op = 'all' GROUP BY 1 ORDER BY dry_run_percent DESC, 1""",
    ),
    Question(
        "formats",
        "Do patches fail more than replacements?",
        f"""SELECT CASE WHEN format IN ('unified', 'v4a') THEN 'patches'
            WHEN format = 'search_replace' THEN 'search/replace blocks'
            WHEN format IN ('json', 'whole_file') THEN 'other texts of edits'
            WHEN operation IN ('str_replace', 'replace_all') THEN 'single replacements'
            END AS written_as, {_RATE}
        {_ALL} GROUP BY 1 HAVING written_as IS NOT NULL ORDER BY 1""",
    ),
    Question(
        "retries",
        "Which fails are tried again, and do those retries land?",
        f"""SELECT after AS fail, count(*) AS retries, sum(landed) AS landed
        {_ALL} AND after != '' GROUP BY 1 ORDER BY 2 DESC, 1""",
    ),
    Question(
        "sessions",
        "The last twenty sessions",
        """SELECT session, datetime(min(time) / 1000, 'unixepoch') AS began,
            datetime(max(time) / 1000, 'unixepoch') AS ended, sum(edit) AS edits, sum(edit AND landed) AS hits
        FROM every GROUP BY session ORDER BY max(number) DESC LIMIT 20""",
    ),
)
