"""Asking the developer's own functions: how firmly, and in what words. Whatever goes wrong, the answer is no."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from typing import Any

from ..errors import Refusal
from .account import describe
from .action import Action, Question
from .call import Call
from .card import LONGEST_SUMMARY, CardContent, content_of
from .control import Control
from .jsonable import well_formed
from .parameters import detached
from .secret import Secrets
from .worker import Room, on_loop, result_of, submit, was_stopped

logger = logging.getLogger("coworkkit")

SECONDS = 5.0
"""How long a level or summary function may take before its call is refused."""


overdue: dict[int, Future[Any]] = {}
"""What took too long and still runs, by the identity of its `Question`: it is not begun again meanwhile."""


async def judge_level(action: Action, question: Question, arguments: Mapping[str, Any], room: Room) -> Control:
    """Ask an action's level function about these arguments.

    Raises:
        Refusal: it raised, took too long, or returned anything but a level.
    """
    answer = await ask(action, "control", question, arguments, room)
    if isinstance(answer, str):
        try:
            return Control(answer)
        except ValueError:
            pass
    logger.error(
        "coworkkit: the control function of %r returned %r; let it return open, soft or hard", action.name, answer
    )
    raise could_not("how firmly this must be confirmed")


async def read_summary(
    action: Action, question: Question, arguments: Mapping[str, Any], secrets: Secrets, room: Room
) -> str:
    """Return the words of an action's summary function about these arguments.

    Raises:
        Refusal: the summary function raised, took too long, repeats a secret, or returned anything but some text.
    """
    answer = await ask(action, "confirmation_summary", question, arguments, room)
    if not isinstance(answer, str) or not answer.strip():
        logger.error(
            "coworkkit: the confirmation_summary of %r returned %r; let it return some text", action.name, answer
        )
        raise could_not("what to ask the user")
    if len(answer) > LONGEST_SUMMARY:
        logger.error(
            "coworkkit: the confirmation_summary of %r is %d characters long; shorten it", action.name, len(answer)
        )
        raise Refusal(
            "unavailable",
            f"The text to ask the user with is {len(answer):,} characters; a person can be asked at most "
            f"{LONGEST_SUMMARY:,}. Nothing was run.",
        )
    if secrets.stand_in(answer):
        logger.error("coworkkit: the confirmation_summary of %r repeats a secret argument; leave it out", action.name)
        raise Refusal(
            "invalid_args",
            "The text to ask the user with would repeat the value of a secret argument. Nothing was run.",
        )
    return well_formed(answer)


async def ask(action: Action, which: str, question: Question, arguments: Mapping[str, Any], room: Room) -> Any:
    """Call a developer's function with its own copy of the arguments, for a bounded time."""
    if id(question) in overdue:
        logger.error(
            "coworkkit: the %s function of %r still runs from an earlier call; make it quicker", which, action.name
        )
        raise could_not("how firmly this must be confirmed" if which == "control" else "what to ask the user")
    given = {name: detached(value) for name, value in question.given(arguments).items()}
    try:
        async with asyncio.timeout(SECONDS):
            if question.is_async:
                answer = await question.function(**given)
            else:
                answer = await in_thread(question, partial(question.function, **given), room)
    except (Exception, SystemExit, asyncio.CancelledError) as error:
        if was_stopped(error):
            raise
        log_failed(action, which, error, Secrets(arguments))
        raise could_not("how firmly this must be confirmed" if which == "control" else "what to ask the user") from None
    if inspect.iscoroutine(answer):
        answer.close()
    return answer


async def in_thread(question: Question, function: Callable[[], Any], room: Room) -> Any:
    """Call a plain function in a thread; its place is free again when it has ended, not when nobody waits."""
    place = await room.place()
    try:
        future = submit("question", function)
    except BaseException:
        place.leave()
        raise
    on_loop(future, place.leave)
    try:
        return await result_of(future)
    except asyncio.CancelledError:
        if not future.done():
            overdue[id(question)] = future
            future.add_done_callback(lambda _: question is not None and overdue.pop(id(question), None))
        raise


def log_failed(action: Action, which: str, error: BaseException, secrets: Secrets) -> None:
    """Log how a developer's function failed; without the traceback where it might repeat a secret."""
    if isinstance(error, TimeoutError):
        how = f"took longer than {SECONDS:g} s"
    elif not secrets:
        how = "failed"
    else:
        how = f"failed with {type(error).__name__}: {secrets.hide(describe(error))}"
    logger.error(
        "coworkkit: the %s function of %r %s, so the call is refused; mend it, and keep it quick",
        which,
        action.name,
        how,
        exc_info=error if how == "failed" else None,
    )


def could_not(what: str) -> Refusal:
    """Say that the app, not the agent, failed to prepare a call."""
    return Refusal("unavailable", f"The app could not work out {what}, so nothing was run. This is a fault in the app.")


def lay_out(call: Call, action: Action) -> CardContent:
    """Lay out the card for a call."""
    return content_of(
        call.summary or "",
        call.shown_arguments,
        confirm_label=action.action_label,
        cancel_label=action.cancel_label,
        destructive=action.is_destructive(call.control),
        titles=action.parameters.titles,
    )
