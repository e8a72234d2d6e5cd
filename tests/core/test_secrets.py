"""Secrets: the function gets the real one; no card, question, record, error, log or result does."""

from __future__ import annotations

import collections
import logging
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import AfterValidator, BaseModel, Field, SecretBytes, SecretStr, field_validator, model_validator

from coworkkit.core.jsonable import MASK, as_json
from coworkkit.core.secret import Secrets, masked, sealed, sounds_secret
from coworkkit.testing.person import press_on, pressed
from tests.core.scene import Scene, until

SECRET = "hunter2-is-long"
got: list[Any] = []


class Login(BaseModel):
    user: str
    password: str


class Sealed(BaseModel):
    key: SecretStr


@dataclass
class Account:
    user: str
    password: str


@dataclass
class SealedAccount:
    user: str
    key: SecretStr


class Both(NamedTuple):
    user: str
    password: str


def by_type(key: SecretStr) -> Any:
    """Sign in."""
    got.append(key.get_secret_value())
    return echo(key.get_secret_value())


def by_bytes(key: SecretBytes) -> Any:
    """Sign in."""
    got.append(key.get_secret_value().decode())
    return echo(key.get_secret_value().decode())


def by_name(api_key: str) -> Any:
    """Sign in."""
    got.append(api_key)
    return echo(api_key)


def by_field(login: Login) -> Any:
    """Sign in."""
    got.append(login.password)
    return echo(login.password)


def by_sealed_field(login: Sealed) -> Any:
    """Sign in."""
    got.append(login.key.get_secret_value())
    return echo(login.key.get_secret_value())


def by_key(options: dict[str, Any]) -> Any:
    """Sign in."""
    got.append(options["access_token"])
    return echo(options["access_token"])


def by_list(keys: list[SecretStr]) -> Any:
    """Sign in."""
    got.append(keys[0].get_secret_value())
    return echo(keys[0].get_secret_value())


def by_dataclass(account: Account) -> Any:
    """Sign in."""
    got.append(account.password)
    return echo(account.password)


def by_sealed_dataclass(account: SealedAccount) -> Any:
    """Sign in."""
    got.append(account.key.get_secret_value())
    return echo(account.key.get_secret_value())


def by_named_tuple(pair: Both) -> Any:
    """Sign in."""
    got.append(pair.password)
    return echo(pair.password)


def echo(secret: str) -> Any:
    """Give a secret back in every way, or fail with it."""
    if failing:
        raise failing[0](f"cannot use {secret}")
    return {"given": secret, "in words": f"used {secret}.", "list": [secret, {secret: 1}]}


failing: list[type[Exception]] = []

WAYS: dict[Any, Any] = {
    by_type: lambda secret: {"key": secret},
    by_bytes: lambda secret: {"key": secret},
    by_name: lambda secret: {"api_key": secret},
    by_field: lambda secret: {"login": {"user": "ada", "password": secret}},
    by_sealed_field: lambda secret: {"login": {"key": secret}},
    by_key: lambda secret: {"options": {"access_token": secret, "size": 1}},
    by_list: lambda secret: {"keys": [secret]},
    by_dataclass: lambda secret: {"account": {"user": "ada", "password": secret}},
    by_sealed_dataclass: lambda secret: {"account": {"user": "ada", "key": secret}},
    by_named_tuple: lambda secret: {"pair": {"user": "ada", "password": secret}},
}


@pytest.fixture(autouse=True)
def fresh() -> None:
    got.clear()
    failing.clear()


def all_of(scene: Scene) -> str:
    return "".join(record.model_dump_json() for record in scene.records)


@pytest.mark.scenario("S59")
@pytest.mark.parametrize(
    "secret", [SECRET, "xyz", "a.b*c(d", 'quote"d', "back\\slash", "new\nline", "schlüssel-пароль"]
)
@pytest.mark.parametrize("run", WAYS, ids=lambda run: run.__name__)
async def test_a_secret_reaches_the_function_and_nothing_else(
    run: Any, secret: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    scene = Scene(run, control="hard", confirmation_summary=lambda **arguments: "Sign in?")
    call = scene.start(run.__name__, WAYS[run](secret))
    card = await scene.person.sees_card()
    await scene.person.confirms()
    result = await scene.end_of(call)
    assert result.ok and got == [secret]
    for shown in (str(card.content), str(result), str(result.as_json()), all_of(scene), caplog.text):
        assert secret not in shown and repr(secret)[1:-1] not in shown
    assert MASK in str(card.content) and MASK in all_of(scene) and result.result["given"] == MASK


@pytest.mark.scenario("S59")
@pytest.mark.parametrize("error", [ValueError, KeyError, RuntimeError])
@pytest.mark.parametrize("secret", [SECRET, "xyz", "back\\slash", "new\nline", "it's"])
@pytest.mark.parametrize("run", [by_type, by_name, by_dataclass, by_key], ids=lambda run: run.__name__)
async def test_an_error_that_repeats_a_secret_is_told_without_it(
    run: Any, secret: str, error: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    failing.append(error)
    scene = Scene(run)
    result = await scene.call(run.__name__, WAYS[run](secret))
    assert result.code == "internal" and got == [secret]
    for shown in (result.message, all_of(scene), caplog.text):
        assert secret not in shown and repr(secret)[1:-1] not in shown
    assert MASK in result.message


@pytest.mark.scenario("S59")
@pytest.mark.parametrize("run", WAYS, ids=lambda run: run.__name__)
async def test_an_approval_is_for_the_very_secret(run: Any) -> None:
    scene = Scene(run, control="soft")
    await scene.call(run.__name__, WAYS[run]("one-long-secret"))
    scene.person.says("yes")
    other = await scene.call(run.__name__, WAYS[run]("two-long-secret"))
    assert other.code == "needs_confirmation" and got == []
    scene.person.says("yes")
    assert (await scene.call(run.__name__, WAYS[run]("two-long-secret"))).ok
    assert got == ["two-long-secret"]
    assert len({record.digest for record in scene.records}) == 2


def weak(value: str) -> str:
    raise ValueError(f"{value} is too weak")


def choose(password: Annotated[str, AfterValidator(weak)]) -> None:
    """Choose a password."""


class Choice(BaseModel):
    password: str

    @field_validator("password")
    @classmethod
    def strong(cls, value: str) -> str:
        return weak(value)


def choose_inside(choice: Choice) -> None:
    """Choose a password."""


def pick(pin: Annotated[int, Field(le=9)]) -> None:
    """Pick a pin."""


@pytest.mark.scenario("S59")
@pytest.mark.parametrize(
    ("run", "arguments", "secret"),
    [
        (choose, {"password": SECRET}, SECRET),
        (choose_inside, {"choice": {"password": SECRET}}, SECRET),
        (pick, {"pin": 8675309}, "8675309"),
        (by_type, {"key": 8675309}, "8675309"),
    ],
)
async def test_a_validator_that_repeats_a_secret_is_not_quoted(run: Any, arguments: Any, secret: str) -> None:
    scene = Scene(run)
    result = await scene.call(run.__name__, arguments)
    assert result.code == "invalid_args" and secret not in str(result) and secret not in all_of(scene)
    assert result.problems[0].field


@pytest.mark.scenario("S59")
@pytest.mark.parametrize("which", ["control", "confirmation_summary"])
async def test_a_function_of_the_developer_that_fails_with_a_secret_does_not_log_it(
    which: str, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(api_key: str) -> str:
        raise RuntimeError(f"no use for {api_key}")

    declared: dict[str, Any] = {"control": "hard", which: fails}
    scene = Scene(by_name, **declared)
    assert (await scene.call("by_name", {"api_key": SECRET})).code == "unavailable"
    assert "by_name" in caplog.text and "RuntimeError" in caplog.text
    assert SECRET not in caplog.text and SECRET not in all_of(scene)


@pytest.mark.scenario("S59")
async def test_unmarked_free_text_is_shown_as_it_is() -> None:
    """The docs must say so: only what is marked, or named like a credential, can be known to be secret."""

    def fetch(url: str) -> None:
        """Fetch."""

    scene = Scene(fetch)
    await scene.call("fetch", {"url": "https://ada:pw@example.org"})
    assert scene.record.arguments == {"url": "https://ada:pw@example.org"}


@pytest.mark.parametrize(
    "name",
    [
        "password",
        "Password",
        "user_password",
        "apiKey",
        "api_key",
        "API-Key",
        "accessToken",
        "secret",
        "token",
        "x_auth_token",
        "privateKey",
        "authorization",
        "cookie",
        "client secret",
        "password1",
        "otp2",
        "apiKey2",
        "APIKey",
        "accesstoken",
        "passwords",
        "access_keys",
        "jwt",
        "pincode",
        "pin",
        "pin2",
    ],
)
def test_names_of_credentials_are_known(name: str) -> None:
    assert sounds_secret(name)


@pytest.mark.parametrize(
    "name",
    [
        "title",
        "key",
        "monkey",
        "author",
        "pinned",
        "spin",
        "tokenizer",
        "compass",
        "keyboard",
        "pins",
        "max_tokens",
        "maxTokens",
        "token_count",
        "tokens_used",
        "authors",
    ],
)
def test_other_names_are_not(name: str) -> None:
    assert not sounds_secret(name)


def test_a_short_secret_is_masked_only_where_it_stands_alone() -> None:
    secrets = Secrets({"pin": 7})
    assert secrets.hide("pin 7, not 77 or a7b") == f"pin {MASK}, not 77 or a7b"
    assert secrets.hide_in({"n": 7, "m": 77, "ok": True}) == {"n": MASK, "m": 77, "ok": True}


@given(st.text(min_size=6, max_size=30), st.text(max_size=30), st.text(max_size=30))
def test_no_text_keeps_a_secret(secret: str, before: str, after: str) -> None:
    secrets = Secrets({"password": secret})
    assert secret not in secrets.hide(before + secret + after).replace(MASK, "") or secret in before + after
    hidden = secrets.hide_in({"a": [before + secret + after, {secret: secret}]})
    assert hidden["a"][1] == {MASK: MASK}


@given(st.dictionaries(st.text(max_size=8), st.text(min_size=1), max_size=4))
def test_masking_what_is_no_secret_changes_nothing(value: dict[str, str]) -> None:
    harmless = {f"x {number}": item for number, item in enumerate(value.values())}
    assert masked(harmless) == harmless and Secrets(harmless).hide_in(harmless) == harmless


def test_two_secrets_never_look_the_same_and_never_give_themselves_away() -> None:
    one, two = ({"login": Login(user="ada", password=secret)} for secret in ("one-secret", "two-secret"))
    assert as_json(sealed(one)) != as_json(sealed(two))
    assert as_json(sealed(one)) == as_json(sealed({"login": Login(user="ada", password="one-secret")}))
    assert "one-secret" not in str(as_json(sealed(one)))
    assert sealed(collections.OrderedDict(a=1)) == {"a": 1}


async def test_a_press_never_carries_more_than_it_says() -> None:
    scene = Scene(by_name, control="hard")
    call = scene.start("by_name", {"api_key": SECRET})
    card = await scene.person.sees_card()
    await scene.clock.advance(1)
    assert SECRET not in str(press_on(card))
    assert scene.session.cards.confirm(press_on(card), pressed()).ok
    assert (await scene.end_of(call)).ok
    await until(lambda: scene.records)


@pytest.mark.parametrize("level", ["WARNING", "DEBUG"])
async def test_a_failing_actions_traceback_is_logged_without_its_secrets(
    level: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(level, "coworkkit")

    def sign_in(password: str) -> None:
        """Sign in."""
        raise RuntimeError(f"no such password: {password}")

    scene = Scene(sign_in)
    await scene.session.call("sign_in", {"password": "correct-horse"})
    warned = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    line = next(message for message in warned if "failed" in message)
    assert line.startswith("coworkkit: action 'sign_in' failed: RuntimeError: no such password: •••••• (")
    assert f"{Path(__file__).name}:" in line and "\n" not in line
    assert ("in sign_in" in caplog.text) is (level == "DEBUG")
    assert "no such password: ••••••" in caplog.text
    assert "correct-horse" not in caplog.text


def pay(to: str, amount: int, token: str = "") -> str:
    """Pay somebody."""
    got.append((to, amount))
    return to


@pytest.mark.scenario("S59")
@pytest.mark.parametrize("control", ["open", "soft", "hard"])
@pytest.mark.parametrize(
    "arguments",
    [
        {"to": "Mallory", "amount": 5, "token": "Mallory"},
        {"to": "Mallory & sons", "amount": 5, "token": "Mallory"},
        {"to": "Bob", "amount": 5, "token": "Bob"},
        {"to": "Bob", "amount": 900, "token": "900"},
        {"to": "Bob", "amount": 1234567, "token": "1234567"},
    ],
)
async def test_an_agent_cannot_hide_an_argument_by_repeating_it_as_a_secret(control: str, arguments: Any) -> None:
    scene = Scene(pay, control=control)
    result = await scene.call("pay", arguments)
    assert result.code == "invalid_args" and got == [] and "secret" in result.message
    told = scene.record.model_dump_json(include={"arguments", "outcome", "summary"})
    assert arguments["token"] not in result.message and arguments["token"] not in told
    assert scene.session.cards.on_screen is None and scene.session.consent.open is None
    assert scene.record.gate == "refused"


async def test_a_key_of_another_argument_repeats_a_secret_too() -> None:
    scene = Scene(by_key)
    result = await scene.call("by_key", {"options": {"access_token": SECRET, f"x{SECRET}": 1}})
    assert result.code == "invalid_args" and SECRET not in all_of(scene)


async def test_a_very_short_secret_hides_nothing_and_refuses_nothing() -> None:
    scene = Scene(pay, control="hard", confirmation_summary=lambda to, amount: f"Pay {to} {amount}?")
    call = scene.start("pay", {"to": "Al", "amount": 5, "token": "5"})
    card = await scene.person.sees_card()
    assert "Pay Al 5?" in str(card.content) and "['5']" in str(card.content)
    await scene.person.confirms()
    assert (await scene.end_of(call)).ok


@pytest.mark.scenario("S59")
@pytest.mark.parametrize("control", ["soft", "hard"])
async def test_a_summary_that_repeats_a_secret_is_not_shown(control: str, caplog: pytest.LogCaptureFixture) -> None:
    scene = Scene(pay, control=control, confirmation_summary=lambda to, amount: f"Transfer {amount} to {to}?")
    result = await scene.call("pay", {"to": "Bob", "amount": 5, "token": "Transfer"})
    assert result.code == "invalid_args" and got == [] and "Transfer" not in result.message + all_of(scene)
    assert scene.session.cards.on_screen is None and scene.session.consent.open is None
    assert "'pay' repeats a secret" in caplog.text and "Transfer" not in caplog.text


async def test_an_agent_cannot_blank_out_the_description() -> None:
    scene = Scene(pay, control="hard")
    call = scene.start("pay", {"to": "Bob", "amount": 5, "token": "somebody"})
    card = await scene.person.sees_card()
    assert "Pay somebody." in str(card.content)
    await scene.person.confirms()
    assert (await scene.end_of(call)).ok


class Matching(BaseModel):
    password: str
    key: SecretStr = SecretStr("")

    @model_validator(mode="before")
    @classmethod
    def told(cls, given: Any) -> Any:
        raise ValueError(f"no account has {given['password']} or {given.get('key')}")


def sign_up(account: Matching) -> None:
    """Sign up."""


def sign_up_flat(password: str, key: SecretStr) -> None:
    """Sign up."""


@pytest.mark.scenario("S59")
@pytest.mark.parametrize("nested", [False, True])
async def test_a_model_validator_that_quotes_a_secret_is_told_without_it(nested: bool) -> None:
    scene = Scene(sign_up)
    scene.add(sign_up_flat, parameters=Matching)
    given = {"password": SECRET, "key": "another-key"}
    result = await (scene.call("sign_up", {"account": given}) if nested else scene.call("sign_up_flat", given))
    assert result.code == "invalid_args" and "no account has" in result.message
    assert SECRET not in str(result) + all_of(scene) and "another-key" not in str(result) + all_of(scene)


async def test_a_secret_sent_as_a_name_is_not_told() -> None:
    scene = Scene(by_name)
    result = await scene.call("by_name", {"api_key": SECRET, SECRET: 1})
    assert result.code == "invalid_args" and SECRET not in str(result) + all_of(scene)


async def test_large_and_many_secrets_cost_no_time() -> None:
    scene = Scene(by_name)
    begun = time.perf_counter()
    result = await scene.call("by_name", {"api_key": "ab1 " * 240_000})
    assert result.code is None, result.message[:300]
    assert (await scene.call("by_name", {"api_key": "x" * 1_000_001})).code == "invalid_args"
    scene = Scene(by_key)
    many = {"options": {"access_token": [str(number) for number in range(15_000)]}}
    assert "100 secret" in (await scene.call("by_key", many)).message
    assert time.perf_counter() - begun < 1
