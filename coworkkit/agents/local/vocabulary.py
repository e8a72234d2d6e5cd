"""The English that LocalAgent knows. All of it: what is not in these lists has to be on the page."""

from __future__ import annotations


def word_set(text: str, separator: str | None = None) -> frozenset[str]:
    """Return the words, or what `separator` parts, as a set."""
    return frozenset(" ".join(part.split()) for part in text.split(separator))


GROUPS: tuple[tuple[str, ...], ...] = (
    # Words of one line stand for one another in an action's name. A word may be on several lines.
    ("add", "create", "new", "make", "insert"),
    ("late", "overdue"),
    ("delete", "remove", "erase", "destroy", "wipe", "purge", "discard", "clear", "trash"),
    ("show", "open", "view", "display", "see", "visit", "go", "navigate"),
    (
        "list",
        "show",
        "get",
        "find",
        "search",
        "display",
        "fetch",
        "what",
        "which",
        "tell",
        "give",
        "who",
        "count",
    ),
    ("count", "number"),
    ("search", "find", "look"),
    ("complete", "completed", "finish", "finished", "done", "mark", "tick", "resolve"),
    ("rename", "retitle", "relabel"),
    ("move", "put", "set", "drag", "transfer", "change"),
    ("set", "switch", "change", "turn", "use", "make"),
    ("edit", "update", "change", "modify"),
    ("archive", "shelve"),
    ("restore", "unarchive", "recover"),
    ("send", "mail", "email", "message"),
    ("refund", "reimburse"),
    ("sync", "synchronise", "synchronize"),
    ("refresh", "reload"),
    ("assign", "give"),
    ("start", "begin", "run", "launch"),
    ("stop", "end", "halt"),
    ("enable", "activate"),
    ("disable", "deactivate"),
    ("postpone", "delay", "shift"),
    ("doing", "started", "progress"),
    ("todo", "to do"),
)

PHRASES: tuple[tuple[str, str], ...] = (
    # A phrase that means one word of the groups above, or of an action's name.
    ("get rid of", "remove"),
    ("throw away", "delete"),
    ("bring back", "restore"),
    ("take back", "restore"),
    ("put back", "move"),
    ("put away", "archive"),
    ("tick off", "complete"),
    ("check off", "complete"),
    ("go to", "open"),
    ("take me to", "open"),
    ("look up", "search"),
    ("look for", "search"),
    ("pay back", "refund"),
    ("how many", "count"),
    ("call it", "called"),
    ("after that", "then"),
    ("after this", "then"),
    ("push back", "postpone"),
    ("change the title of", "rename"),
    ("change the name of", "rename"),
)

STOP_WORDS = word_set("""a an the this that these those my our your his her its their some
    i me we us you he she it they them
    to in into on onto at of for from with by as under within inside over about and or also
    is are was were be been am do does did has have had will would can could should shall may might there here
    please kindly just now then so back next one ok okay well hey hi hello thanks thank
    s t ll ve re d m im id lets let""")
"""Words that are passed over when meaning is weighed, unless an action's name holds them."""

OPENINGS: tuple[str, ...] = (
    # What people say before they say what they want. Taken off the front, longest first, again and again.
    "please",
    "kindly",
    "can you",
    "could you",
    "would you",
    "will you",
    "can you please",
    "could you please",
    "would you please",
    "i want you to",
    "i need you to",
    "i would like you to",
    "id like you to",
    "i want to",
    "i need to",
    "i would like to",
    "id like to",
    "i want",
    "i need",
    "i would like",
    "id like",
    "let us",
    "lets",
    "help me to",
    "help me",
    "go ahead and",
    "now",
    "then",
    "and",
    "and then",
    "also",
    "next",
    "finally",
    "afterwards",
    "just",
    "hey",
    "hi",
    "hello",
    "ok",
    "okay",
    "so",
    "well",
    "localagent",
    "quickly",
)

QUESTION_WORDS = word_set("""what which who whom whose when where why how
    is are was were am do does did has have had should shall may might must""")
"""A sentence that begins with one of these, or with “can I”, asks; it never changes anything."""

NEGATIONS = word_set("not never dont cannot cant wont avoid without nothing none nor neither no nobody refuse")
"""Any word that ends in “n’t” counts too."""

CONDITIONS = word_set(
    """if unless when whenever once until till before after except only maybe perhaps later unlike while
    provided assuming case rather almost pretend imagine suppose example tomorrow tonight soon
    eventually monday tuesday wednesday thursday friday saturday sunday"""
)
"""Words that change what is asked in a way LocalAgent cannot judge, so it asks back."""

ALL = word_set("all every each everything both any anything everyone")
"""An action for one thing is not run for “all” of them on a guess."""

TEXT_MARKERS = word_set("called named titled entitled saying says labelled labeled")
PREPOSITIONS = word_set("to in into on onto for of from under at with by within inside about as")
DETERMINERS = word_set("a an the this that my our your current")
POINTERS = word_set("it this that")

CANCEL = word_set(
    """never mind, nevermind, cancel, cancel that, cancel it, forget it, forget that, forget about it,
    stop, stop it, drop it, drop that, leave it, abort, skip it, scratch that, no never mind, no forget
    it, no cancel, nothing, no thanks, no thank you""",
    ",",
)
RETRACTIONS: tuple[str, ...] = (
    "never mind",
    "nevermind",
    "no wait",
    "wait no",
    "actually no",
    "actually dont",
    "no dont",
    "forget it",
    "forget that",
    "scratch that",
    "cancel that",
    "just kidding",
    "no",
    "nope",
    "dont",
    "not",
)
"""At the end of a sentence these take back what was said."""

YES = word_set(
    """yes, y, yep, yeah, yup, sure, ok, okay, yes please, please do, do it, yes do it, go ahead, correct,
    right, exactly, thats right, thats it, yes that, that one, this one, yes that one, i do, of course""",
    ",",
)
NO = word_set("no,n,nope,nah,no thanks,no thank you,none,none of them,neither,not that,dont,no dont", ",")
GO_ON = YES | word_set(
    """go on, continue, carry on, proceed, next, resume, again, retry, try again, try it again, once more,
    done, ready, its on""",
    ",",
)

HELP_ALL = word_set("help all, help with all, help everything, all help, show all, list all", ",")
HELP = word_set(
    """help, help me, help please, what can you do, what can you do here, what else can you do, what can i do,
    what can i do here, what can i say, what can i ask, what do you do, what are you able to do, commands,
    how does this work, how do you work, list commands, show commands, options, what are my options,
    what actions are there, list actions, show actions, what is possible, whats possible""",
    ",",
)
THANKS = word_set("thanks, thank you, thanks a lot, many thanks, thank you very much, thx, cheers", ",")
GREETINGS = word_set("hello, hi, hey, hello there, hi there, who are you, what are you", ",")

BESIDE_AN_ANSWER = word_set(
    """its thats it that id take use mean meant i want think guess sorry oh ah hm hmm yes yeah yep no not sure
    called named name number id rather maybe probably obviously definitely of course only please the"""
)
"""What people say around a value they were asked for. Any other word makes it a sentence of its own."""
