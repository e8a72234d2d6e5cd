"""All words in German, and a reader of German answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from ..core.answer import Answer, read_answer, reading_by
from .german_durable import DURABLE
from .german_watch import WATCH

YES_WORDS = (
    "ja|jawohl|jap|jep|klar|na klar|sicher|gern|gerne|okay|ok|in ordnung|einverstanden|genau|richtig|stimmt|passt"
    "|mach das|mach es|tu das|tu es|auf jeden fall|natürlich|selbstverständlich|bestätigt|ich bestätige"
    "|ich stimme zu|genehmigt|ich bin einverstanden|j"
)
NO_WORDS = (
    "nein|nee|nö|niemals|nie|auf keinen fall|keinesfalls|nicht|lieber nicht|mach das nicht|mach es nicht"
    "|tu das nicht|tu es nicht|stopp|stop|halt|abbrechen|abbruch|abgelehnt|ich lehne ab|vergiss es|lass es|lass das"
    "|lass es sein|lass das sein|lass es bleiben|das will ich nicht|ich will das nicht|ich stimme nicht zu"
    "|ich bin nicht einverstanden|n"
)
AROUND = "bitte|danke|vielen dank|danke schön"

# As in core/answer.py, no phrase may read as a row of other phrases.
PLAIN_YES = re.compile(rf"(?:bitte )?(?:{YES_WORDS})(?: (?:{YES_WORDS}|{AROUND}))*")
PLAIN_NO = re.compile(rf"(?:bitte )?(?:{NO_WORDS})(?: (?:{NO_WORDS}|{AROUND}))*")


def read_german_answer(text: str) -> Answer:
    """Read a plain German or English yes or no; everything else is unclear, and unclear is not yes.

    The whole message must be an answer and nothing more: "ja, später" and "ja, aber nur die erste" are not a yes.

    Args:
        text: what the user typed.
    """
    german = reading_by(PLAIN_YES, PLAIN_NO, text)
    return read_answer(text) if german is Answer.UNCLEAR else german


GERMAN: Mapping[str, str] = MappingProxyType(
    {
        **DURABLE,
        **WATCH,
        "region": "Agent",
        "agent": "Agent",
        "you": "Sie",
        "fab.open": "Agent öffnen",
        "fab.openUnread": "Agent öffnen: {n} neu",
        "fab.close": "Agent schließen",
        "fab.keys": "Strg+Umschalt+L",
        "fab.many": "9+",
        "panel.close": "Schließen",
        "panel.log": "Unterhaltung",
        "panel.emptyTitle": "Noch nichts gesagt",
        "panel.emptyText": "Sagen Sie, was auf dieser Seite geschehen soll.",
        "panel.latest": "Zur neuesten Nachricht",
        "panel.question": "Der Agent fragt",
        "panel.answerBelow": "Antworten Sie unten im Feld.",
        "panel.answered": "Erledigt",
        "panel.queued": "Wartet, bis sie an der Reihe ist",
        "panel.sending": "Wird gesendet …",
        "panel.thinking": "Der Agent schreibt",
        "panel.noAgent": "Auf dieser Seite antwortet kein Agent.",
        "panel.news": "{name} hat etwas geschrieben.",
        "panel.asked": "{name} fragt: {text}",
        "panel.waiting": "Wartet auf Sie: {title}",
        "panel.larger": "Fenster vergrößern",
        "panel.smaller": "Fenster verkleinern",
        "panel.arrange": "Die Pfeiltasten verschieben das Fenster, mit Umschalt ändern sie seine Größe.",
        "panel.again": "Noch einmal",
        "panel.againLabel": "Noch einmal: {text}",
        "panel.notSaid": "Nicht gesendet: {message}",
        "panel.table": "Tabelle",
        "panel.code": "Code",
        "question.yes": "Ja",
        "question.no": "Nein",
        "question.orWrite": "Oder antworten Sie unten mit eigenen Worten.",
        "hint.label": "Beim Entwickeln",
        "hint.hide": "Hinweis ausblenden",
        "blocked.title": "Fragt nicht mehr, weil es zu oft abgelehnt wurde oder ohne Antwort blieb",
        "blocked.lift": "Wieder fragen lassen",
        "blocked.liftLabel": "Wieder fragen lassen: {action}",
        "status.label": "Was der Agent tut",
        "status.idle": "",
        "status.working": "Arbeitet …",
        "status.running": "Führt eine Aktion aus …",
        "status.asking": "Wartet auf Ihr Ja oder Nein",
        "status.card": "Wartet auf Ihren Klick",
        "status.stop": "Stopp",
        "status.stopping": "Wird angehalten …",
        "status.stopFailed": "Der Server hat das Stopp nicht bekommen. Versuchen Sie es noch einmal.",
        "composer.label": "Nachricht an den Agenten",
        "composer.placeholder": "Nachricht schreiben",
        "composer.placeholderQuestion": "Antwort schreiben",
        "composer.send": "Senden",
        "composer.notSent": "Nicht gesendet: {message} Ihr Text ist noch da.",
        "composer.count": "{n} von {max} Zeichen",
        "composer.tooLong": "{n} Zeichen, und höchstens {max} können gesendet werden. Kürzen Sie den Text.",
        "composer.early": "Das haben Sie vor der Frage begonnen, es zählt nicht als Antwort. Leeren Sie das Feld.",
        "link.offline": "Es gibt gerade keine Verbindung.",
        "link.offlineBanner": "Keine Verbindung. Was Sie drücken, wird nicht gesendet; was Sie schreiben, bleibt hier.",
        "link.connecting": "Verbindet …",
        "link.unanswered": "Der Server hat nicht geantwortet.",
        "link.refused": "Der Server hat es nicht angenommen.",
        "link.back": "Wieder verbunden.",
        "hand.name": "Handmodus",
        "hand.on": "An",
        "hand.off": "Aus",
        "hand.lineOff": "Der Agent kann die Bedienelemente dieser Seite nicht benutzen.",
        "hand.lineOn": "Der Agent darf die Bedienelemente dieser Seite benutzen. Zweimal Escape schaltet das aus.",
        "hand.turningOn": "Wird eingeschaltet …",
        "hand.turningOff": "Wird ausgeschaltet …",
        "hand.pill": "Der Handmodus ist an",
        "hand.pillAction": "Ausschalten",
        "hand.pillLabel": "Der Handmodus ist an. Ausschalten",
        "hand.armed": "Der Handmodus ist an. Zweimal Escape schaltet ihn aus.",
        "hand.disarmed": "Der Handmodus ist aus.",
        "hand.offWhenBack": "Keine Verbindung. Der Handmodus wird ausgeschaltet, sobald sie wieder da ist.",
        "hand.failed": "Der Handmodus wurde nicht umgeschaltet: {message}",
        "visible.spaces": "{n} Leerzeichen",
        "visible.lines": "{n} Zeilenumbrüche",
        "visible.repeated": "{mark} ×{n}",
        "visible.more": "+{n} Zeichen",
        "card.eyebrow": "Braucht Ihren Klick",
        "card.waiting.one": "{n} weitere wartet",
        "card.waiting.other": "{n} weitere warten",
        "card.details": "Einzelheiten",
        "card.noValues": "Weitere Angaben sind nicht nötig.",
        "card.summary": "Vollständig",
        "card.changed": "Das hat sich geändert, während Sie es gelesen haben. Prüfen Sie es noch einmal.",
        "card.showMore.one": "{n} weiteres Zeichen zeigen",
        "card.showMore.other": "{n} weitere Zeichen zeigen",
        "card.showLess": "Weniger zeigen",
        "card.below.one": "{n} weitere Angabe darunter",
        "card.below.other": "{n} weitere Angaben darunter",
        "card.moreBelow": "Darunter geht es weiter",
        "card.lineBreak": "Zeilenumbruch",
        "card.timeLeft.one": "noch {n} Sekunde",
        "card.timeLeft.other": "noch {n} Sekunden",
        "card.minutesLeft": "noch {time}",
        "card.moreTime": "Mehr Zeit",
        "card.decideWithin.one": "Sie haben {n} Sekunde, um zu entscheiden.",
        "card.decideWithin.other": "Sie haben {n} Sekunden, um zu entscheiden.",
        "card.tooEarly": "Lesen Sie es einen Moment und drücken Sie dann noch einmal.",
        "card.openFolds.one": "Öffnen Sie die gekürzte Angabe, um zu bestätigen.",
        "card.openFolds.other": "Öffnen Sie die {n} gekürzten Angaben, um zu bestätigen.",
        "card.covered": "Etwas auf dieser Seite verdeckt die Karte. Sie können bestätigen, sobald es weg ist.",
        "card.tooSmall": "Diese Seite macht die Karte zu klein zum Lesen. Ablehnen können Sie trotzdem.",
        "card.working": "Einen Moment …",
        "card.offline": "Keine Verbindung. Nichts wurde gesendet; versuchen Sie es danach noch einmal.",
        "card.notSent": "Der Server hat das nicht bekommen. Versuchen Sie es noch einmal.",
        "card.slow": "Der Server hat noch nicht geantwortet.",
        "card.unknown": "Der Server hat nicht geantwortet, der Ausgang ist hier nicht bekannt. Sehen Sie nach, "
        "bevor Sie es noch einmal versuchen.",
        "card.expired": "Das ist abgelaufen. Nichts ist geschehen.",
        "card.confirmed": "Bestätigt.",
        "card.cancelled": "Abgelehnt. Nichts ist geschehen.",
        "card.withdrawn": "Danach wird nicht mehr gefragt. Nichts ist geschehen.",
        "card.expiredTitle": "Abgelaufen",
        "card.withdrawnTitle": "Nicht mehr gefragt",
        "card.unknownTitle": "Keine Antwort",
        "card.close": "Schließen",
        "card.deferred": "Eine Bestätigung wartet. Sie öffnet sich, wenn Sie mit dem Schreiben innehalten.",
        "card.reviewNow": "Jetzt ansehen",
        "said.working": "Arbeitet …",
        "said.running": "Führt {action} aus …",
        "said.asking": "Wartet auf Ihr Ja oder Nein",
        "said.card": "Wartet auf Ihren Klick",
        "said.stopped": "Angehalten.",
        "said.takenBack": "Angehalten. Die Frage ist zurückgenommen.",
        "said.agentFailed": "{agent} ist auf ein Problem gestoßen und konnte nicht zu Ende antworten.",
        "said.answerCut": "Die Antwort ist hier abgeschnitten: {n} Zeichen sind das Höchste.",
        "said.failed": "Das hat nicht geklappt: {what}. {why}",
        "said.declined": "Abgelehnt. Nichts ist geschehen: {what}",
        "said.unanswered": "Nicht rechtzeitig entschieden. Nichts ist geschehen: {what}",
        "said.notPainted": "Der Browser konnte die Bestätigung nicht zeigen. Nichts ist geschehen: {what}",
        "said.handOff": "Der Handmodus ist aus, darum ist das nicht geschehen: {what}",
        "said.notPossible": "Das war nicht möglich: {what}",
        "said.notDone": "Sie haben bestätigt, aber es ist nicht geschehen. {why}",
        "said.whyMissing": "Es ist nicht mehr auf dieser Seite oder nicht mehr dasselbe.",
        "said.whyInvalid": "Womit es geschehen sollte, gilt nicht mehr.",
        "said.whyHand": "Der Handmodus ist aus.",
        "said.whyNotPossible": "Die App konnte es gerade nicht tun.",
        "said.goAhead": "{summary} Soll ich das tun?",
        "said.gone": "Diese Seite gibt es nicht mehr; laden Sie sie neu.",
        "said.nothing": "Es gibt noch nichts zu senden.",
        "said.tooLong": "Das sind {n} Zeichen; höchstens {max} sind möglich.",
        "said.tooMany": "Beim Agenten wartet schon viel. Warten Sie eine Antwort ab oder drücken Sie Stopp.",
        "said.sentenceGone": "Dieser Satz steht nicht mehr auf der Seite. Schreiben Sie stattdessen, was Sie möchten.",
        "said.notConnected": "Diese Seite ist nicht mehr verbunden. Laden Sie sie neu.",
        "said.handReloaded": "Die Seite wurde neu geladen, darum ist der Handmodus aus.",
        "said.handIdle": "5 Minuten lang war niemand da, darum ist der Handmodus aus.",
        "said.handEnded": "Die Sitzung ist zu Ende.",
        "said.cardCancelled": "Abgelehnt. Nichts ist geschehen.",
        "said.cardExpired": "Die Zeit dafür ist abgelaufen. Nichts ist geschehen.",
        "said.cardStale": "Nach dieser Karte wird nicht mehr gefragt.",
        "said.cardChanged": "Das hat sich geändert, oder es ist noch nicht an der Reihe. Nichts ist geschehen; "
        "sehen Sie es noch einmal an.",
        "said.cardDecided": "Das ist schon entschieden.",
        "said.cardNoTime": "Gerade gibt es nicht mehr Zeit.",
        "said.cardTooFast": "Das war zu schnell, um sicher zu sein. Lesen Sie es und drücken Sie dann noch einmal.",
        "said.cardFolded": "Öffnen Sie zuerst die gekürzten Angaben, damit Sie sehen, was geschehen wird.",
        "said.calledOff": "Das wurde abgebrochen. Nichts ist geschehen.",
        "said.notAsked": "Der Agent fragt nicht mehr danach.",
        "said.saidNo": "Sie haben Nein gesagt.",
        "said.noAnswer": "Niemand hat geantwortet.",
        "said.movedOn": "Die Unterhaltung ging weiter.",
        "said.pageGone": "Diese Seite gibt es nicht mehr.",
        "mark.none": "nichts",
        "mark.emptyText": "leerer Text",
        "mark.emptyBytes": "keine Bytes",
        "mark.emptyList": "leere Liste",
        "mark.emptyObject": "leeres Objekt",
        "mark.bytes.one": "1 Byte, base64",
        "mark.bytes.other": "{n} Bytes, base64",
        "mark.lineBreak.one": "1 Zeilenumbruch",
        "mark.lineBreak.other": "{n} Zeilenumbrüche",
        "mark.tab.one": "Tabulator",
        "mark.tab.other": "{n} Tabulatoren",
        "mark.space.one": "Leerzeichen",
        "mark.space.other": "{n} Leerzeichen",
        "mark.noBreakSpace.one": "geschütztes Leerzeichen",
        "mark.noBreakSpace.other": "{n} geschützte Leerzeichen",
        "mark.narrowSpace.one": "schmales Leerzeichen",
        "mark.narrowSpace.other": "{n} schmale Leerzeichen",
        "mark.ideographicSpace.one": "ideografisches Leerzeichen",
        "mark.ideographicSpace.other": "{n} ideografische Leerzeichen",
        "mark.otherKind.one": "1 weitere Art",
        "mark.otherKind.other": "{n} weitere Arten",
        "mark.unseen": "{n} nicht sichtbare Zeichen: {names}",
        "label.confirm": "Bestätigen",
        "label.cancel": "Ablehnen",
        "guide.noAgent": "Nächster Schritt: geben Sie CoworkkitProvider einen Agenten, etwa agent=LocalAgent().",
        "guide.noAction": "Nächster Schritt: deklarieren Sie mit @use_action vor einer Funktion, was der Agent darf.",
        "guide.handAction": "Nächster Schritt: deklarieren Sie {name} oder streichen Sie es aus den hand_actions.",
        "guide.notPainted": "Nächster Schritt: sehen Sie in der Konsole des Browsers, warum eine Karte nicht erschien.",
        "guide.noAnswer": "Nächster Schritt: sagen Sie dem Agenten etwas; er hat noch nicht geantwortet.",
        "guide.noCard": "Nächster Schritt: bitten Sie um {name} und sehen Sie die Karte dazu an.",
    }
)
