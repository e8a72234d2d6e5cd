"""Records: exactly one for every way a call can end, true, whole and immutable."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, date, timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from coworkkit import ActionRecord
from tests.core.scene import OUTSIDER, Scene, until

UUID7 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def act(text: str = "t") -> str:
    """Act."""
    return text


def fail(text: str = "t") -> str:
    """Fail."""
    raise ValueError("it failed")


def unshowable(text: str = "t") -> object:
    """Return what has no form in JSON."""
    return object()


async def wait(text: str = "t") -> None:
    """Wait for ever."""
    await asyncio.Event().wait()


def no_level(text: str) -> str:
    raise RuntimeError("no level")


async def ends_ok(scene: Scene) -> None:
    await scene.call("act")


async def ends_in_an_error(scene: Scene) -> None:
    await scene.call("fail")


async def ends_with_an_unshowable_result(scene: Scene) -> None:
    await scene.call("unshowable")


async def ends_without_a_level(scene: Scene) -> None:
    await scene.call("levelless")


async def ends_confirmed(scene: Scene) -> None:
    await scene.confirmed("hard")


async def ends_cancelled(scene: Scene) -> None:
    call = scene.start("hard")
    await scene.person.cancels()
    await scene.end_of(call)


async def ends_in_a_timeout(scene: Scene) -> None:
    call = scene.start("hard")
    await scene.person.sees_card()
    await scene.clock.advance(61)
    await scene.end_of(call)


async def ends_with_a_yes(scene: Scene) -> None:
    await scene.call("soft")
    scene.person.says("yes")
    await scene.call("soft")


async def ends_with_a_no(scene: Scene) -> None:
    await scene.call("soft")
    scene.person.says("no")
    await scene.call("soft")


async def ends_unanswered(scene: Scene) -> None:
    await scene.call("soft")
    await scene.clock.advance(301)


async def ends_stopped_by_the_user_at_the_card(scene: Scene) -> None:
    call = scene.start("hard")
    await scene.person.sees_card()
    scene.person.stops()
    await scene.end_of(call)


async def ends_given_up_while_it_runs(scene: Scene) -> None:
    call = scene.start("wait")
    await until(lambda: scene.session.moving)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call


async def ends_unknown(scene: Scene) -> None:
    await scene.call("nothing")


async def ends_with_bad_arguments(scene: Scene) -> None:
    await scene.call("act", {"text": 1})


async def ends_without_hand_mode(scene: Scene) -> None:
    await scene.call("view.set")


async def ends_with_the_session_at_the_card(scene: Scene) -> None:
    call = scene.start("hard")
    await scene.person.sees_card()
    scene.session.end("tab_gone")
    await scene.end_of(call)


async def ends_after_the_session(scene: Scene) -> None:
    scene.session.end()
    await scene.call("act")


async def ends_busy(scene: Scene) -> None:
    await scene.call("soft")
    await scene.call("soft", {"text": "other"})


ENDS: dict[Callable[[Scene], Awaitable[None]], tuple[str, bool, bool, str | None]] = {
    # how it ends: gate, ok, entered, code of the error
    ends_ok: ("fired", True, True, None),
    ends_in_an_error: ("fired", False, True, "internal"),
    ends_with_an_unshowable_result: ("fired", True, True, None),
    ends_without_a_level: ("refused", False, False, "unavailable"),
    ends_confirmed: ("confirmed", True, True, None),
    ends_cancelled: ("cancelled", False, False, None),
    ends_in_a_timeout: ("timeout", False, False, None),
    ends_with_a_yes: ("confirmed", True, True, None),
    ends_with_a_no: ("cancelled", False, False, None),
    ends_unanswered: ("timeout", False, False, None),
    ends_stopped_by_the_user_at_the_card: ("cancelled", False, False, None),
    ends_given_up_while_it_runs: ("fired", False, True, "cancelled"),
    ends_unknown: ("refused", False, False, "not_found"),
    ends_with_bad_arguments: ("refused", False, False, "invalid_args"),
    ends_without_hand_mode: ("needs_hand_mode", False, False, "needs_hand_mode"),
    ends_with_the_session_at_the_card: ("timeout", False, False, None),
    ends_after_the_session: ("refused", False, False, "unavailable"),
    ends_busy: ("refused", False, False, "confirmation_busy"),
}

Callback = Callable[[ActionRecord], Any] | None


def everything(callback: Callback) -> Scene:
    scene = Scene(act, fail, unshowable, wait, on_action_record=callback)
    scene.add(act, name="hard", control="hard")
    scene.add(act, name="soft", control="soft")
    scene.add(act, name="levelless", control=no_level)
    scene.add_element("view", set=act)
    return scene


@pytest.fixture
async def slow_forever() -> AsyncIterator[asyncio.Event]:
    event = asyncio.Event()
    yield event
    event.set()
    await asyncio.sleep(0)


@pytest.mark.scenario("S58")
@pytest.mark.parametrize(
    "callback", ["none", "plain", "raising", "async", "async raising", "slow", "blocking", "calling"]
)
@pytest.mark.parametrize("ends", ENDS, ids=lambda ends: ends.__name__)
async def test_there_is_one_true_record_for_every_end(
    ends: Callable[[Scene], Awaitable[None]], callback: str, slow_forever: asyncio.Event
) -> None:
    told: list[ActionRecord] = []
    unblock = threading.Event()

    async def tell(record: ActionRecord) -> None:
        told.append(record)
        if callback == "slow":
            await slow_forever.wait()
        if callback == "async raising":
            raise RuntimeError("the callback failed")
        if callback == "calling" and record.action != "other":
            assert (await scene.session.call("other")).ok

    def tell_plainly(record: ActionRecord) -> None:
        told.append(record)
        if callback == "blocking":
            unblock.wait(10)
        if callback == "raising":
            raise RuntimeError("the callback failed")

    plain = callback in ("plain", "raising", "blocking")
    scene = everything(None if callback == "none" else tell_plainly if plain else tell)
    scene.add(act, name="other")
    try:
        await ends(scene)
        await until(lambda: callback == "none" or told)
        gate, ok, entered, code = ENDS[ends]
        record = scene.records[0]
        assert [record.action for record in scene.records if record.action != "other"] == [record.action]
        outcome = record.outcome
        assert (record.gate, outcome.ok, outcome.entered, outcome.error and outcome.error.code) == (
            gate,
            ok,
            entered,
            code,
        )
        if callback != "none":
            assert told[0] is record
    finally:
        unblock.set()
    if callback == "calling" and not scene.session.ended:
        await until(lambda: [record.action for record in told] == [record.action, "other"])


@pytest.mark.scenario("S58")
@pytest.mark.parametrize("ends", ENDS, ids=lambda ends: ends.__name__)
async def test_every_record_is_whole_valid_and_json(ends: Callable[[Scene], Awaitable[None]]) -> None:
    scene = everything(None)
    await ends(scene)
    record = scene.records[0]
    assert ActionRecord.model_validate(record.model_dump()) == record
    assert ActionRecord.model_validate_json(record.model_dump_json()) == record
    assert json.loads(record.model_dump_json())["gate"] == record.gate
    assert UUID7.fullmatch(record.id) and record.id.replace("-", "")
    assert record.session_id == scene.session.id and record.user == "tester"
    assert record.caller.agent == "code" and record.caller.connector == "in-process"
    for moment in (record.settled_at, record.asked_at, record.decided_at):
        assert moment is None or moment.utcoffset() == timedelta(0)
    assert (record.asked_at is None) == (record.summary is None)
    if record.gate in ("fired", "refused", "needs_hand_mode"):
        assert record.evidence.by is None and record.decided_at is None
    else:
        assert record.evidence.by is not None and record.decided_at is not None
    assert len(record.digest) == 64 and record.outcome.duration >= 0


@pytest.mark.scenario("S25")
async def test_only_what_a_person_did_is_attributed_to_a_person() -> None:
    causes = {}
    for ends in (
        ends_cancelled,
        ends_in_a_timeout,
        ends_stopped_by_the_user_at_the_card,
        ends_with_the_session_at_the_card,
    ):
        scene = everything(None)
        await ends(scene)
        causes[ends] = (scene.record.gate, scene.record.evidence.by, scene.record.evidence.cause)
    assert list(causes.values()) == [
        ("cancelled", "card", "click"),
        ("timeout", "clock", "deadline"),
        ("cancelled", "stop", "stopped"),
        ("timeout", "gate", "tab_gone"),
    ]


@pytest.mark.scenario("S25")
async def test_a_call_its_own_agent_gave_up_is_not_attributed_to_the_user() -> None:
    scene = everything(None)
    call = scene.start("hard")
    await scene.person.sees_card()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    record = scene.record
    assert (record.gate, record.evidence.by, record.evidence.cause) == ("cancelled", "gate", "given_up")
    assert record.asked_at is not None and not record.outcome.entered


async def test_a_record_cannot_be_changed() -> None:
    scene = Scene(act)
    await scene.call("act")
    for name in ("gate", "arguments", "outcome", "extra"):
        with pytest.raises(ValidationError):
            setattr(scene.record, name, "changed")
    with pytest.raises(ValidationError):
        scene.record.outcome.ok = False


async def test_who_asked_and_for_whom_is_on_the_record() -> None:
    scene = Scene(act, user="ada")
    await scene.call("act", caller=OUTSIDER, call_id="call_1")
    assert (scene.record.caller, scene.record.user, scene.record.call_id) == (OUTSIDER, "ada", "call_1")


@pytest.mark.parametrize("call_id", [7, 1.5])
async def test_a_call_id_that_is_no_text_becomes_one(call_id: Any) -> None:
    scene = Scene(act)
    assert (await scene.call("act", call_id=call_id)).call_id == str(call_id)
    assert scene.record.call_id == str(call_id)
    scene.record.model_dump_json()


async def digest(**given: Any) -> str:
    scene = Scene(
        act,
        user=given.get("user", "ada"),
        name=given.get("name", "act"),
        control="hard",
        confirmation_summary=lambda: given.get("summary", "Act?"),
    )
    await scene.confirmed(given.get("name", "act"), {"text": given.get("text", "t")})
    return scene.record.digest


async def test_the_digest_is_the_same_for_the_same_and_another_for_anything_else() -> None:
    parts = ("act", '{"text":"t"}', "Act?", "ada")
    assert await digest() == hashlib.sha256("\x1f".join(parts).encode()).hexdigest()
    others = [await digest(**{key: "other"}) for key in ("user", "name", "summary", "text")]
    assert len({await digest(), *others}) == 5


def book(title: str, hours: int = 1, share: float = 0.5, urgent: bool = False, note: str | None = None) -> str:
    """Take nothing but plain values."""
    return title


def file(tags: list[str], at: dict[str, Any], day: date | None = None) -> int:
    """Take values that hold others."""
    return len(tags)


UNUSUAL = {"title": "Größe 📦", "hours": 2**60, "share": float("inf"), "urgent": True, "note": "n"}
COERCED = {"share": 2, "hours": "7", "title": "t"}
HOLDING = {"tags": ["b", "a"], "at": {"z": 1, "a": [None, 1.5]}, "day": "2026-01-02"}
KEPT_DIGESTS = [
    (book, {"title": "Book the hall"}, "ada", "b99639a5345f23c9fd13d6840c2ce07255a9849c977630f6c2e0fde1eb09411e"),
    (book, {"title": "Book the hall"}, None, "b52a911b00b6b8ba90ca13dcaf158222d7e8675d614ca62408719fa6f1394eac"),
    (book, UNUSUAL, "ada", "5c2eabb2956fd9f722499ec0269ab5a51fdb0dd43ddc8a08bebb5d592ebfcb84"),
    (book, COERCED, "ada", "7b96176f9530d3c8453de6e333bad3a6461981c7b3c3c324041d34c8119fbd74"),
    (file, HOLDING, "ada", "90a379fe9cecf4793c4f5edc64f9066d3853e9f84bddebb21bb5270879cdfbd3"),
    (file, HOLDING, None, "ea20e342748e2908056119ec1a2e884d8b7efea3ee4c868d1316e0f3eb996efe"),
]


@pytest.mark.parametrize(("run", "arguments", "user", "digest"), KEPT_DIGESTS)
async def test_a_digest_an_app_has_kept_stays_the_digest_of_that_call(
    run: Callable[..., Any], arguments: dict[str, Any], user: str | None, digest: str
) -> None:
    scene = Scene(run, user=user)
    assert (await scene.call(run.__name__, arguments)).ok
    assert scene.record.digest == digest


async def test_ids_sort_by_time_and_the_clock_of_a_record_is_the_sessions() -> None:
    scene = Scene(act)
    await scene.call("act")
    assert scene.record.settled_at == scene.clock.now() and scene.record.settled_at.tzinfo is UTC
