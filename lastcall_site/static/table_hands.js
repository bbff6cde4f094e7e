// Taking a bottle and saying where it goes: by click and click, by dragging, or by three letters. All of them end in
// the same radio button and the same "To ..." button.
"use strict";

const hands = (() => {
  const LIQUOR_OF = { R: "rum", V: "vodka", G: "gin", B: "brandy", T: "triple_sec", I: "irish_cream" };
  const DRAG_FROM = 8;  // pixels; less is a click

  let table = null;
  let giver = "";  // the word of the bartender chosen by letter, until the bottle is chosen
  let drag = null;

  const radios = () => [...table.querySelectorAll("input[name='bottle']")];
  const bartenders = () => [...table.querySelectorAll(".bartender")];
  const wordOf = (bartender) => bartender.id.slice("bartender-".length);
  const nameOf = (word) => document.querySelector(`#bartender-${word} h3`).textContent;
  const chosen = () => table.querySelector("input[name='bottle']:checked");

  function hint(words) {
    const element = document.getElementById("key-hint");
    if (element && element.textContent !== words) element.textContent = words;
  }

  function refresh() {
    const bottle = chosen();
    if (!radios().length) giver = "";
    const receivers = bottle ? bottle.dataset.receivers.split(" ") : [];
    const from = bottle ? bottle.value.split(" ")[0] : giver;
    for (const bartender of bartenders()) {
      bartender.classList.toggle("may", receivers.includes(wordOf(bartender)));
      bartender.classList.toggle("giver", from === wordOf(bartender));
    }
    hint(hintNow(bottle, receivers));
  }

  function hintNow(bottle, receivers) {
    if (bottle) {
      const names = receivers.map(nameOf).join(", ");
      return receivers.length ? `To whom? ${names}.` : "Nobody may receive this bottle now.";
    }
    if (giver) return `${nameOf(giver)}: which bottle? ${bottleKeys()}`;
    return "";
  }

  function clear() {
    const bottle = chosen();
    if (!bottle && !giver) return false;
    if (bottle) bottle.checked = false;
    giver = "";
    refresh();
    return true;
  }

  function choose(radio) {
    radio.checked = true;
    giver = "";
    refresh();
  }

  // --- Letters: giver, bottle, receiver ---------------------------------------------------------------------------------

  function takeKey(key) {
    if (!radios().length) return false;
    if (key === "Escape") return clear();
    if (chosen()) return pressReceiver(key);
    return giver ? takeBottle(key) : takeGiver(key);
  }

  const bottleKeys = () => Object.keys(LIQUOR_OF).map((house) => keys.keyFor("bottle", house)).filter(Boolean).join(" ");

  function lettered(key) {
    const letter = keys.meant("bartender", key);
    return bartenders().find((bartender) => bartender.dataset.letter === letter);
  }

  function takeGiver(key) {
    const bartender = lettered(key);
    if (!bartender) return false;
    const word = wordOf(bartender);
    if (radios().some((radio) => radio.value.startsWith(`${word} `))) {
      giver = word;
      refresh();
    } else {
      hint(`No bottle can be taken from ${nameOf(word)} now.`);
    }
    return true;
  }

  function takeBottle(key) {
    const liquor = LIQUOR_OF[keys.meant("bottle", key)];
    if (!liquor) return false;
    const radio = radios().find(({ value }) => value === `${giver} ${liquor}`);
    if (radio) choose(radio);
    else hint(`${nameOf(giver)} has no such bottle. Which one? ${bottleKeys()}`);
    return true;
  }

  function pressReceiver(key) {
    const bartender = lettered(key);
    if (!bartender) return false;
    press(wordOf(bartender));
    return true;
  }

  function press(word) {
    document.getElementById(`to-${word}`)?.click();
  }

  // With a bottle chosen, the whole of another bartender's board is its "To ..." button.
  function tap(event) {
    const bartender = event.target.closest(".bartender");
    if (!bartender || !chosen() || event.target.closest(".pick, button")) return;
    if (!bartender.classList.contains("giver")) press(wordOf(bartender));
  }

  // --- Dragging ---------------------------------------------------------------------------------------------------------

  function under(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest(".bartender");
  }

  function down(event) {
    const label = event.target.closest(".pick .shelf");
    if (!label || event.button !== 0) return;
    drag = { label, x: event.clientX, y: event.clientY, ghost: null };
  }

  function lift() {
    const radio = document.getElementById(drag.label.htmlFor);
    if (!radio) return false;
    choose(radio);
    const liquor = radio.value.split(" ")[1];
    drag.ghost = Object.assign(document.createElement("i"), { className: `ghost ${liquor}` });
    document.body.append(drag.ghost);
    return true;
  }

  function move(event) {
    if (!drag) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_FROM) return;
      if (!lift()) return drop();
    }
    drag.ghost.style.transform = `translate(${event.clientX - 15}px, ${event.clientY - 45}px)`;
    const target = under(event);
    for (const bartender of bartenders()) bartender.classList.toggle("over", bartender === target);
  }

  function up(event) {
    const target = drag?.ghost && chosen() ? under(event) : null;
    const isDragged = Boolean(drag?.ghost);
    drop();
    if (!isDragged) return;
    // A click follows on the label where the pointer went down and up on the same one; it must not choose again.
    addEventListener("click", stopOnce, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stopOnce, { capture: true }), 50);
    if (target && !target.classList.contains("giver")) setTimeout(() => press(wordOf(target)), 60);
  }

  function stopOnce(event) {
    if (event.target.closest?.(".pick")) event.preventDefault();
  }

  function drop() {
    drag?.ghost?.remove();
    drag = null;
    for (const bartender of bartenders()) bartender.classList.remove("over");
  }

  // --- Motion: a bottle travels, ice lands on the pile ------------------------------------------------------------------

  const isStill = matchMedia("(prefers-reduced-motion: reduce)");

  function bottlesShown() {
    const shown = new Map();
    for (const shelf of table.querySelectorAll(".shelf")) {
      const [, liquor, number] = shelf.className.match(/(\w+) n(\d)/);
      shown.set(`${wordOf(shelf.closest(".bartender"))} ${liquor}`, Number(number));
    }
    return shown;
  }

  function iceShown() {
    return new Map([...table.querySelectorAll(".seat")].map((seat) => [seat.id, seat.querySelector(".ice b").textContent]));
  }

  function changed(before, after, by) {
    return [...new Set([...before.keys(), ...after.keys()])].filter((key) => (after.get(key) ?? 0) - (before.get(key) ?? 0) === by);
  }

  function fly(from, to) {
    const [giverWord, liquor] = from.split(" ");
    const start = document.getElementById(`bartender-${giverWord}`).getBoundingClientRect();
    const end = document.getElementById(`bartender-${to.split(" ")[0]}`).getBoundingClientRect();
    const ghost = Object.assign(document.createElement("i"), { className: `ghost ${liquor}` });
    document.body.append(ghost);
    const at = (box, lift, turn) => `translate(${box.x + box.width / 2 - 15}px, ${box.y + box.height / 2 - 30 - lift}px) rotate(${turn}deg)`;
    const half = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2, width: start.width, height: start.height };
    const flight = ghost.animate(
      [{ transform: at(start, 0, 0) }, { transform: at(half, 50, 14) }, { transform: at(end, 0, 0) }],
      { duration: 650, easing: "ease-in-out" },
    );
    flight.onfinish = flight.oncancel = () => ghost.remove();
  }

  function watchMotion() {
    let bottles = bottlesShown();
    let ice = iceShown();
    document.addEventListener("htmx:ws:after:message:incoming", () => {
      const [bottlesBefore, iceBefore] = [bottles, ice];
      bottles = bottlesShown();
      ice = iceShown();
      if (isStill.matches) return;
      const [lost, won] = [changed(bottlesBefore, bottles, -1), changed(bottlesBefore, bottles, 1)];
      if (lost.length === 1 && won.length === 1) fly(lost[0], won[0]);
      for (const [seat, number] of ice) {
        if (!iceBefore.has(seat) || iceBefore.get(seat) === number) continue;
        document.querySelector(`#${seat} .ice`).animate([{ transform: "translateY(-14px) scale(1.5)" }, { transform: "none" }], { duration: 450, easing: "ease-in" });
      }
    });
  }

  function start(element) {
    table = element;
    table.addEventListener("change", (event) => { if (event.target.name === "bottle") { giver = ""; refresh(); } });
    table.addEventListener("click", tap);
    table.addEventListener("pointerdown", down);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", drop);
    watchMotion();
    refresh();
  }

  return { start, refresh, takeKey };
})();
