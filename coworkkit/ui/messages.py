"""What a page may say to the server. Anything else is turned away before it reaches the session."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Id = Annotated[str, Field(max_length=64)]


class Said(BaseModel):
    """Anything a page or a card may say."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Hello(Said):
    """The page's component is there."""

    kind: Literal["hello"]


class SaidTurn(Said):
    """The user sent what they typed; `seen` is the question that was on screen when they began."""

    kind: Literal["turn"]
    text: Annotated[str, Field(max_length=100_000)]
    seen: Id | None = None


class SaidPlaced(Said):
    """The user pressed a sentence that the app has placed on the page."""

    kind: Literal["say"]
    sentence: Id


class PaintedQuestion(Said):
    """The open question is on screen."""

    kind: Literal["painted_question"]
    id: Id


class Stop(Said):
    """The user pressed Stop."""

    kind: Literal["stop"]


class HandPress(Said):
    """The user pressed the Hand switch; `n` grows with each press on this page."""

    kind: Literal["hand"]
    armed: bool
    n: Annotated[int, Field(ge=0)]


class Active(Said):
    """The user is there."""

    kind: Literal["active"]


class Lift(Said):
    """The user lets a blocked action ask again."""

    kind: Literal["lift"]
    action: Annotated[str, Field(max_length=300)]


class Review(Said):
    """The user wants to decide a card that waits in the conversation. It decides nothing."""

    kind: Literal["review"]
    id: Id


class Connect(Said):
    """The user wants to let an agent of theirs in; a card asks them once more."""

    kind: Literal["connect"]


class Disconnect(Said):
    """The user sends the agent away."""

    kind: Literal["disconnect"]


class BuilderCall(Said):
    """The builder calls an action from Watch; `n` comes back with the answer."""

    kind: Literal["builder_call"]
    action: Annotated[str, Field(max_length=300)]
    arguments: Annotated[str, Field(max_length=1_000_000)]
    n: Annotated[int, Field(ge=0)]


class AgentView(Said):
    """The builder looks at what the agent is told now."""

    kind: Literal["agent_view"]


class ActionSchema(Said):
    """The builder looks at what an action takes."""

    kind: Literal["action_schema"]
    action: Annotated[str, Field(max_length=300)]


class Deferred(Said):
    """The browser holds the card back until the user stops typing. It decides nothing, and needs no nonce."""

    kind: Literal["deferred"]
    id: Id
    nonce: Id = ""
    revision: Annotated[int, Field(ge=0)] = 1


class AboutCard(Said):
    """Something happened on the card."""

    id: Id
    nonce: Id
    revision: Annotated[int, Field(ge=0)] = 1


class Painted(AboutCard):
    """The card is on screen."""

    kind: Literal["painted"]


class Unfolded(AboutCard):
    """Every folded value was opened once."""

    kind: Literal["unfolded"]


class MoreTime(AboutCard):
    """The person asks for more time."""

    kind: Literal["more_time"]


class Decide(AboutCard):
    """The person pressed a button of the card, and how."""

    kind: Literal["decide"]
    choice: Literal["confirm", "cancel", "later"]
    input: Literal["mouse", "touch", "pen", "keyboard", "escape"] | None = None
    early: Annotated[int, Field(ge=0, le=100_000)] = 0
    visible: Literal["checked", "unsupported"] | None = None


class Look(AboutCard):
    """The framed card asks how things stand."""

    kind: Literal["look"]


CardMessage = Painted | Unfolded | MoreTime | Decide
FrameMessage = CardMessage | Deferred | Look
UserMessage = SaidTurn | SaidPlaced | PaintedQuestion | Stop | HandPress | Active | Lift | Connect | Disconnect
BuilderMessage = BuilderCall | AgentView | ActionSchema
PageMessage = Hello | Review | UserMessage | BuilderMessage | Deferred | CardMessage

read_page_message: TypeAdapter[PageMessage] = TypeAdapter(Annotated[PageMessage, Field(discriminator="kind")])
read_frame_message: TypeAdapter[FrameMessage] = TypeAdapter(Annotated[FrameMessage, Field(discriminator="kind")])
