"""The German words about cards that outlive the page."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

DURABLE: Mapping[str, str] = MappingProxyType(
    {
        "entry.label": "Eine Bestätigung",
        "entry.by": "{agent} fragt",
        "entry.byAgent": "In den eigenen Worten des Agenten",
        "entry.review": "Ansehen",
        "entry.reviewLabel": "Ansehen: {title}",
        "entry.waiting": "{n} zu entscheiden",
        "entry.show": "Zeigen",
        "entry.news": "Eine Bestätigung wartet auf Sie: {title}",
        "entry.unreachable": "Was auf Sie wartet, kann gerade nicht gelesen werden.",
        "entry.failed": "Nicht geöffnet: {message}",
        "entry.states.pending": "Wartet auf Ihre Entscheidung",
        "entry.states.submitted": "Sie haben bestätigt. Sagen Sie dem Agenten, dass er weitermachen soll.",
        "entry.states.cancelled": "Sie haben abgelehnt. Nichts ist geschehen.",
        "entry.states.expired": "Nicht rechtzeitig bestätigt und verwendet. Nichts ist geschehen.",
        "entry.states.replaced": "An seiner Stelle wurde etwas anderes gefragt. Nichts ist geschehen.",
        "entry.states.committed": "Sie haben bestätigt, und es wurde verwendet.",
        "entry.states.running": "Sie haben bestätigt, und es geschieht gerade.",
        "entry.states.done": "Sie haben bestätigt, und es ist geschehen.",
        "entry.states.failed": "Sie haben bestätigt, aber es ist fehlgeschlagen.",
        "entry.states.unknown": "Sie haben bestätigt, aber wie es ausging, ist nicht bekannt.",
        "card.later": "Später entscheiden",
        "said.cardStoring": "Ihr Klick wird gerade gespeichert. Warten Sie einen Moment.",
        "said.cardNotStored": "Ihr Klick konnte nicht gespeichert werden, darum ist nichts entschieden. Versuchen Sie "
        "es gleich noch einmal.",
        "said.cardNotKnown": "Ihr Klick wurde nicht rechtzeitig gespeichert. Die Unterhaltung zeigt, was daraus wird.",
        "said.cardPutAway": "Weggelegt und nicht entschieden. Es wartet weiter in der Unterhaltung.",
        "said.durableConfirmed": "Bestätigt. Sagen Sie dem Agenten, dass er weitermachen soll.",
        "said.durableDeclined": "Abgelehnt. Nichts wird geschehen.",
        "said.isConfirmed": "Das ist schon bestätigt.",
        "said.isDeclined": "Das ist schon abgelehnt.",
        "said.isReplaced": "An seiner Stelle wird etwas anderes gefragt. Nichts ist geschehen.",
        "said.cardGone": "Das wartet nicht mehr auf Sie.",
        "said.cardUnread": "Das konnte nicht geöffnet werden, und nichts ist entschieden. Versuchen Sie es gleich "
        "noch einmal.",
        "said.cardsFull": "Zu viele Bestätigungen sind schon offen. Entscheiden Sie erst einige, oder "
        "legen Sie sie weg.",
        "said.cardUnsafe": "Über diese Verbindung kann es nicht bestätigt werden. Öffnen Sie die Seite über HTTPS.",
        "said.cardWhat": "Was geschehen wird",
        "said.cardTitle": "Titel",
        "said.agentAsks": "Der Agent „{agent}“ bittet darum, in seinen eigenen Worten",
        "said.confirm": "Bestätigen",
        "said.cancel": "Ablehnen",
        "said.agentBinds": "Werte, die er nennt",
        "said.agentLabel": "{label}: „{said}“",
    }
)
