"""What a script in the page may try against either card: synthetic input, the page's own connection, the focus."""

from __future__ import annotations

from typing import Any

import pytest

from tests.attacks.victim import Victim

SYNTHETIC = """([x, y]) => {
  const all = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, pointerType: "mouse",
    isPrimary: true, button: 0, buttons: 1, detail: 1, view: window };
  const targets = [...attacker.hosts(), document.activeElement, document.elementFromPoint(x, y), document.body, window];
  for (const target of targets) {
    for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
      target.dispatchEvent(new (type.startsWith("pointer") ? PointerEvent : MouseEvent)(type, all));
    }
    for (const key of ["Enter", " "]) {
      for (const type of ["keydown", "keypress", "keyup"]) {
        target.dispatchEvent(new KeyboardEvent(type, { key, code: key, ...all }));
      }
    }
    target.click?.();
  }
}"""


@pytest.mark.attack(
    "synthetic clicks, keys and pointers, anywhere on the card",
    defence="only events that the browser vouches for count (isTrusted)",
    left_over="none",
)
def test_a_synthetic_press_confirms_nothing(victim: Victim) -> None:
    call = victim.asked()
    victim.page.evaluate(SYNTHETIC, list(victim.card.place("Wipe it")))
    victim.page.wait_for_timeout(200)
    assert call.is_undecided()
    victim.confirms(call)


@pytest.mark.attack(
    "NiceGUI's own event, sent for every listener of the page with isTrusted: true written in",
    defence="decisions do not come by NiceGUI's events",
    left_over="your own buttons believe it: a ui.button is no gate",
)
def test_an_event_of_niceguis_own_confirms_nothing(victim: Victim) -> None:
    call = victim.asked()
    before = victim.plain_clicks()
    victim.page.evaluate(
        """() => {
          const args = [JSON.stringify({ isTrusted: true, type: "click", detail: 1 })];
          for (const [id, element] of Object.entries(mounted_app.elements)) {
            for (const event of element.events ?? []) {
              if (event.type !== "click") continue;
              window.socket.emit("event", { id: Number(id), client_id: window.clientId, listener_id: event.listener_id, args });
            }
          }
        }"""
    )
    victim.card.wait(lambda: victim.plain_clicks() > before, "NiceGUI to believe the click on its own button")
    assert call.is_undecided()
    victim.confirms(call)


@pytest.mark.attack(
    "the gate's own event, without a nonce or with a wrong one",
    defence="a decision needs the card's nonce, which is good once; a framed card's never reaches the page",
    left_over="on the basic card the nonce can be read in transit: see the limits",
)
def test_a_decision_without_the_nonce_is_turned_away(victim: Victim) -> None:
    call = victim.asked()
    card: dict[str, Any] = victim.page.evaluate("attacker.latest()")
    about = {
        "id": card["id"],
        "revision": card["revision"],
        "choice": "confirm",
        "input": "mouse",
        "visible": "checked",
    }
    for nonce in (
        {},
        {"nonce": ""},
        {"nonce": "0" * 32},
        {"nonce": None},
        {"nonce": card["id"]},
        {"nonce": victim.key},
    ):
        reply = victim.emit_ours("decide", **about, **nonce)
        assert reply["ok"] is False and reply.get("state") != "confirmed"
    assert victim.emit("coworkkit", {"client_id": victim.client_id, "kind": "decide", **about})["ok"] is False
    assert call.is_undecided()
    victim.confirms(call)


@pytest.mark.attack(
    "reading the framed card in transit: its nonce, its text",
    defence="the page is told where the frame is and how long it has, and nothing else",
    left_over="a script can ask the agent itself what it is doing",
)
def test_the_page_is_told_neither_nonce_nor_text_of_a_framed_card(framed: Victim) -> None:
    call = framed.asked()
    told = framed.page.evaluate("attacker.latest()")
    assert set(told) == {
        "id", "revision", "changed", "left_ms", "total_ms", "extensions_left", "waiting", "url",
    }  # fmt: skip
    assert call.project not in str(told)
    secret = framed.secret()
    assert secret not in framed.page.content() and secret not in str(framed.page.evaluate("attacker.heard"))
    framed.confirms(call)


@pytest.mark.attack(
    "focus stolen while the person types, so that the rest of the word falls into the card",
    defence="the card waits until the typing stops; focus never lands on Confirm; a key held down presses nothing",
    left_over="what is typed meanwhile may be lost",
)
def test_typing_into_a_card_that_took_the_focus_confirms_nothing(victim: Victim) -> None:
    note = victim.page.get_by_label("Note")
    note.click()
    victim.page.keyboard.type("half a se")
    call = victim.ask()
    victim.page.evaluate(
        """() => {
          window.thief = setInterval(() => {
            document.activeElement?.blur();
            for (const host of attacker.hosts()) host.focus();
            window.frames[0]?.focus();
          }, 20);
        }"""
    )
    for _ in range(3):
        victim.page.keyboard.type("ntence ")
        for key in ("Enter", "Space", "Enter"):
            victim.page.keyboard.press(key)
        victim.page.wait_for_timeout(150)
    victim.page.evaluate("clearInterval(thief)")
    assert call.is_undecided()
    victim.confirms(call)
    note.fill("")


@pytest.mark.attack(
    "taking the dialog out of the page",
    defence="a card that is not there cannot be confirmed: its time runs out, and the next one is drawn anew",
    left_over="denial: a script can take any card away",
)
def test_a_card_that_was_taken_away_only_runs_out(victim: Victim) -> None:
    call = victim.asked()
    place = victim.card.place("Wipe it")
    for _ in range(2):  # the basic card is put back once
        victim.page.evaluate("attacker.hosts().forEach((host) => host.remove())")
        victim.page.wait_for_timeout(200)
    victim.wait_no_card()
    victim.page.mouse.click(*place)
    assert call.is_undecided()
    victim.hurry(0.2)
    call.was_not_run("timeout")
    victim.confirms(victim.asked())


@pytest.mark.attack(
    "messages to the card: posted to its frame, and from frames that pretend to be it",
    defence="the frame listens to nobody; the page listens to the card's own frame, and only to put it away",
    left_over="none",
)
def test_posted_messages_neither_confirm_nor_close_the_card(framed: Victim) -> None:
    call = framed.asked()
    framed.page.evaluate(
        """(id) => {
          const messages = [{ coworkkit: "gone", id }, { kind: "decide", id, choice: "confirm" }, "confirm",
            { coworkkit: "confirm", id }, { card: { id }, choice: "confirm" }];
          for (const message of messages) {
            window.postMessage(message, "*");
            for (let at = 0; at < window.frames.length; at += 1) window.frames[at].postMessage(message, "*");
          }
          const fake = `<script>for (const m of ${JSON.stringify(messages)}) parent.postMessage(m, "*")<\\/script>`;
          attacker.add("iframe", "", { srcdoc: fake });
          attacker.add("iframe", "", { srcdoc: fake, sandbox: "allow-scripts" });
        }""",
        framed.page.evaluate("attacker.latest().id"),
    )
    framed.page.wait_for_timeout(400)
    framed.wait_card(call.project)
    assert call.is_undecided()
    framed.confirms(call)


@pytest.mark.attack(
    "the page's own road for what the user says: a yes, the Hand switch, a lifted block",
    defence="none against a script of the page; a hard action asks by its card whoever spoke",
    left_over="soft actions, Hand mode and blocks are the page's word, in any context",
)
def test_a_script_can_speak_for_the_user_and_still_gets_no_hard_action(framed: Victim) -> None:
    soft = framed.ask("archive")
    question = soft.wait_answer()
    assert question["code"] == "needs_confirmation"
    assert framed.emit_ours("hand", armed=True, n=2**50)["armed"] is True
    assert framed.emit_ours("turn", text=f"wipe {soft.project}", seen=None)["ok"]
    framed.wait_card(soft.project)
    for text in ("yes", "confirm"):
        framed.emit_ours("turn", text=text, seen=None)
    framed.page.wait_for_timeout(700)
    assert soft.times_run() == 0
    assert framed.emit_ours("hand", armed=False, n=2**50 + 1)["armed"] is False
    framed.wait_armed()
    framed.press_confirm()
    framed.card.wait(lambda: soft.times_run() == 1, "the honest press to count")
