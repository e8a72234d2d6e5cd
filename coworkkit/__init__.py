"""coworkkit: let an AI agent act in a NiceGUI app, under the user's own hand."""

from . import agents as agents
from .core.agent import Agent, Turn
from .core.answer import Answer, AnswerReader, read_answer
from .core.control import Control
from .core.record import ActionRecord, Caller, Evidence, Failure, Outcome
from .core.result import CallResult
from .core.session import Session
from .core.snapshot import ActionInfo, CatalogueSnapshot, ElementInfo, SurfaceInfo
from .core.token import TokenContext
from .core.tools import ActionContext, Approval, Asked
from .errors import AgentTroubleError, CoworkkitError, DeclarationError, PageError, Problem
from .ui.hooks import define_action, use_action, use_element, use_surface
from .ui.provider import CoworkkitProvider
from .ui.say import say_on_click

__all__ = [
    "ActionContext",
    "ActionInfo",
    "ActionRecord",
    "Agent",
    "AgentTroubleError",
    "Answer",
    "AnswerReader",
    "Approval",
    "Asked",
    "CallResult",
    "Caller",
    "CatalogueSnapshot",
    "Control",
    "CoworkkitError",
    "CoworkkitProvider",
    "DeclarationError",
    "ElementInfo",
    "Evidence",
    "Failure",
    "Outcome",
    "PageError",
    "Problem",
    "Session",
    "SurfaceInfo",
    "TokenContext",
    "Turn",
    "define_action",
    "read_answer",
    "say_on_click",
    "use_action",
    "use_element",
    "use_surface",
]
