"""What a first start finds: a small team's projects, with dates around today."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from demo_app.rows import Label, ProjectRow, Status, TaskRow

Line = tuple[str, Status, str | None, int | None]
"""title, status, owner, days from today until it is due"""

LABELS: dict[str, list[Label]] = {
    "Write the copy for the home page": ["writing", "urgent"],
    "Design the pricing page": ["design"],
    "Move the blog archive over": ["tech"],
    "Set up redirects from the old URLs": ["tech"],
    "Check contrast and keyboard use": ["design", "tech"],
    "Translate the help pages": ["writing"],
    "Brief the support team": ["people"],
    "Book the movers": ["urgent"],
    "Plan who sits where": ["people"],
    "Tell the bank our new address": ["writing"],
    "Draft twelve questions": ["writing"],
    "Choose whom to invite": ["people"],
    "Ask about allergies": ["people"],
    "Hire the band": ["urgent"],
    "Print the song sheets": ["design"],
}
"""The labels of some of the tasks below."""

WEBSITE: list[Line] = [
    ("Agree on the page structure", "done", "Mara", -24),
    ("Interview five customers", "done", "Jonas", -18),
    ("Choose a photographer", "done", "Mara", -11),
    ("Write the copy for the home page", "doing", "Aiko", -1),
    ("Design the pricing page", "doing", "Tomás", 2),
    ("Move the blog archive over", "doing", "Jonas", 4),
    ("Set up redirects from the old URLs", "todo", "Tomás", 6),
    ("Check contrast and keyboard use", "todo", "Aiko", 8),
    ("Translate the help pages", "todo", None, 13),
    ("Load test the contact form", "todo", "Tomás", 14),
    ("Brief the support team", "todo", "Mara", 16),
    ("Announce the launch in the newsletter", "todo", "Jonas", 20),
]

OFFICE: list[Line] = [
    ("Sign the lease", "done", "Mara", -30),
    ("Measure the new rooms", "done", "Sam", -9),
    ("Book the movers", "doing", "Sam", 0),
    ("Order desks for the quiet room", "doing", "Sam", 3),
    ("Cancel the old internet contract", "todo", "Mara", 5),
    ("Plan who sits where", "todo", "Aiko", 7),
    ("Tell the bank our new address", "todo", "Mara", 12),
    ("Hand back the old keys", "todo", "Sam", 27),
]

SURVEY: list[Line] = [
    ("Draft twelve questions", "done", "Aiko", -6),
    ("Test the survey with three customers", "doing", "Aiko", 1),
    ("Choose whom to invite", "todo", "Jonas", 2),
    ("Send the invitations", "todo", "Jonas", 6),
    ("Send one reminder", "todo", "Jonas", 13),
    ("Summarise the answers on one page", "todo", "Aiko", 22),
]

PARTY: list[Line] = [
    ("Find a date that suits the night shift", "done", "Sam", -14),
    ("Reserve the boathouse", "done", "Sam", -8),
    ("Ask about allergies", "todo", "Mara", 5),
    ("Hire the band", "todo", "Tomás", 9),
    ("Order the cake", "todo", "Sam", 29),
    ("Print the song sheets", "todo", None, None),
]

FAIR: list[Line] = [
    ("Book the stand", "done", "Mara", -96),
    ("Ship the display boards", "done", "Sam", -63),
    ("Staff the stand", "done", "Jonas", -60),
    ("Write to everyone we met", "done", "Jonas", -52),
]


def first_projects(today: date) -> list[ProjectRow]:
    """Five projects with their tasks, one of them in the archive."""
    fair = _project("Spring trade fair", FAIR, today)
    fair.archived_at = datetime.now(UTC).replace(tzinfo=None) - timedelta(days=45)
    return [
        _project("Website relaunch", WEBSITE, today),
        _project("Office move", OFFICE, today),
        _project("Customer survey", SURVEY, today),
        _project("Summer party", PARTY, today),
        fair,
    ]


def _project(name: str, lines: list[Line], today: date) -> ProjectRow:
    return ProjectRow(
        name=name,
        tasks=[
            TaskRow(
                title=title,
                status=status,
                owner=owner,
                due=_due(today, days),
                labels=" ".join(LABELS.get(title, [])),
            )
            for title, status, owner, days in lines
        ],
    )


def _due(today: date, days: int | None) -> date | None:
    return None if days is None else today + timedelta(days=days)
