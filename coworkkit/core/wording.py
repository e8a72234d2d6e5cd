"""What the server says to the person, one sentence for each key. An app may replace any of them.

What an agent is told is not here: it stays English, whatever language the person reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        # what the agent is doing
        "said.working": "Working…",
        "said.running": "Running {action}…",
        "said.asking": "Waiting for your yes or no",
        "said.card": "Waiting for your click on the card",
        # lines in the conversation
        "said.stopped": "Stopped.",
        "said.takenBack": "Stopped. The question is taken back.",
        "said.agentFailed": "{agent} ran into a problem and could not finish its answer.",
        "said.setupNeeded": "{agent} is not set up yet, so it cannot answer. Whoever runs this app can mend that.",
        "said.cannotConnect": "{agent} cannot be reached right now. Try again in a while.",
        "said.noAnswerCame": "{agent} did not answer in time. Try again.",
        "said.lineBusy": "{agent} is busy right now. Try again in a minute.",
        "said.outOfCredit": "The credit for {agent} is used up. Whoever runs this app can add some.",
        "said.tooManySteps": "{agent} took too many steps without coming to an end, so it was stopped.",
        "said.notAskable": "{agent} asks for something that cannot be answered here, so it was stopped. Nothing was "
        "approved.",
        "said.agentStep": "{agent} wants to take a step outside of this page and asks for your approval. This app "
        "cannot check what it does.",
        "said.agentStepYes": "Approve this step",
        "said.agentStepNo": "Do not approve",
        "said.answerCut": "The answer was cut here: {n} characters are the most.",
        "said.failed": "This did not work: {what}. {why}",
        "said.failedBrief": "Failed · {what}",
        "said.declined": "Declined. Nothing was done: {what}",
        "said.declinedBrief": "Declined · {what}",
        "said.unanswered": "Not decided in time. Nothing was done: {what}",
        "said.unansweredBrief": "Not decided in time · {what}",
        "said.notPainted": "The browser could not show the confirmation. Nothing was done: {what}",
        "said.notPaintedBrief": "Could not be shown · {what}",
        "said.handOff": "Hand mode is off, so this was not done: {what}",
        "said.handOffBrief": "Hand mode is off · {what}",
        "said.notPossible": "This could not be done: {what}",
        "said.notPossibleBrief": "Not possible · {what}",
        "said.notDone": "You confirmed, but it was not done. {why}",
        "said.notDoneBrief": "Confirmed, but not done · {what}",
        "said.whyMissing": "It is no longer on this page, or no longer the same.",
        "said.whyInvalid": "What it was to be done with is no longer valid.",
        "said.whyHand": "Hand mode is off.",
        "said.whyNotPossible": "The app could not do it now.",
        "said.goAhead": "{summary} Shall I go ahead?",
        # why something that was typed is not taken
        "said.gone": "This page is gone; load it again.",
        "said.nothing": "There is nothing to send yet.",
        "said.tooLong": "That is {n} characters; the most is {max}.",
        "said.tooMany": "A lot is waiting for the agent already. Wait for an answer, or press Stop.",
        "said.sentenceGone": "This sentence is no longer on the page. Type what you want instead.",
        "said.notConnected": "This page is not connected any more. Load it again.",
        # what Watch says to the builder
        "said.watchOff": "Watch is off on this page.",
        "said.noAction": "There is no action “{action}” on this page now.",
        "said.watchBusy": "{n} calls from Watch are under way. Wait for one to end.",
        # letting an agent from outside in
        "said.pairing": "Connect an agent of yours to this page?",
        "said.pairingMay": "It may",
        "said.pairingMayWhat": "see what this page shows an agent, and call its actions in your name",
        "said.pairingYou": "You still decide",
        "said.pairingYouWhat": "what needs your confirmation; it is asked here",
        "said.pairingUntil": "Until",
        "said.pairingUntilWhen": "you disconnect it, or leave; at most {n} hours",
        "said.pairingConfirm": "Connect",
        "said.pairingBusy": "Too much is waiting for your decision. Decide that first, then connect an agent.",
        "said.pairingNotSafe": "An agent can only be connected over a secure connection (HTTPS); this page has none.",
        # why Hand mode went off
        "said.handReloaded": "The page was loaded again, so Hand mode is off.",
        "said.handIdle": "Nobody was here for 5 minutes, so Hand mode is off.",
        "said.handEnded": "The session ended.",
        # what became of a card, or of a press on it
        "said.cardCancelled": "Cancelled. Nothing was done.",
        "said.cardExpired": "The time for this ran out. Nothing was done.",
        "said.cardStale": "This card is no longer the one being asked about.",
        "said.cardChanged": "This has changed, or it waits its turn. Nothing was done; look at it again.",
        "said.cardDecided": "This was decided already.",
        "said.cardNoTime": "There is no more time to be had just now.",
        "said.cardTooFast": "That was too fast to be sure. Read it, then press again.",
        "said.cardStoring": "Your press is being stored. Wait a moment.",
        "said.cardNotStored": "Your press could not be stored, so nothing was decided. Try again in a moment.",
        "said.cardNotKnown": "Your press was not stored in time. The conversation shows what comes of it.",
        "said.cardPutAway": "Put away, and not decided. It still waits in the conversation.",
        "said.cardFolded": "Open the folded values first, so that you see what will be done.",
        # a card that waits in the conversation
        "said.durableConfirmed": "Confirmed. Tell the agent to go on.",
        "said.durableDeclined": "Declined. Nothing will be done.",
        "said.isConfirmed": "This is confirmed already.",
        "said.isDeclined": "This is declined already.",
        "said.isReplaced": "Something else is asked in its place. Nothing was done.",
        "said.cardGone": "This does not wait for you any more.",
        "said.cardUnread": "This could not be opened, and nothing was decided. Try again in a moment.",
        "said.cardsFull": "Too many confirmations are open already. Decide or put away some of them first.",
        "said.cardUnsafe": "It cannot be confirmed over this connection. Open the page over HTTPS.",
        "said.cardWhat": "What will happen",
        "said.cardTitle": "Title",
        "said.agentAsks": "The agent “{agent}” asks for this, in its own words",
        "said.confirm": "Confirm",
        "said.cancel": "Cancel",
        "said.agentBinds": "Values it names",
        "said.agentLabel": "{label}: “{said}”",
        "said.calledOff": "This was called off. Nothing was done.",
        "said.notAsked": "The agent no longer asks for this.",
        "said.saidNo": "You said no.",
        "said.noAnswer": "Nobody answered.",
        "said.movedOn": "The conversation moved on.",
        "said.pageGone": "This page is gone.",
    }
)

BLANK = re.compile(r"\{(\w+)\}")

Say = Callable[..., str]
"""Returns the sentence of a key, with its blanks filled in by name."""


def filled(sentence: str, values: Mapping[str, object]) -> str:
    """Put values into the blanks of a sentence; what they hold is never read as a blank itself."""
    return BLANK.sub(lambda found: str(values.get(found[1], found[0])), sentence)


def say_in(messages: Mapping[str, str], key: str, **values: object) -> str:
    """Return the sentence of a key in an app's words, or else in ours."""
    return filled(messages.get(key) or SENTENCES[key], values)


def in_english(key: str, **values: object) -> str:
    """Return the sentence of a key in our words."""
    return filled(SENTENCES[key], values)
