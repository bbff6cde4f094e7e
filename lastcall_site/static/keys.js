// Which key does what at the table: the house's keys, or those that somebody chose instead. This browser remembers them.
// A key is one of three kinds: what a button does ("act"), a bartender, or a bottle. R is Ray and rum, one after the other.
"use strict";

const keys = (() => {
  let chosen = {};  // "bottle R" to the key wanted for rum; "" for none
  try { chosen = JSON.parse(kept.get("own-keys")) ?? {}; } catch { /* what is unreadable begins anew */ }

  const nameOf = (event) => (event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key);
  const keyFor = (kind, house) => chosen[`${kind} ${house}`] ?? house;

  /** The house's key of this kind that a pressed key stands for, "" for none. */
  function meant(kind, pressed) {
    const moved = Object.keys(chosen).find((known) => chosen[known] === pressed && known.startsWith(`${kind} `));
    if (moved) return moved.slice(kind.length + 1);
    return `${kind} ${pressed}` in chosen ? "" : pressed;
  }

  function keep() {
    kept.set("own-keys", JSON.stringify(chosen));
  }

  // --- The buttons say which key presses them; the server knows the house's keys only -------------------------------------

  function put(element, key) {
    if (!element || element.textContent === key) return;
    element.textContent = key;
    element.hidden = !key;
  }

  function label(table) {
    for (const button of table.querySelectorAll("button[aria-keyshortcuts], button[data-key]")) {
      const house = button.dataset.key ?? button.getAttribute("aria-keyshortcuts");
      const key = keyFor("act", house);
      if (key === house && !button.dataset.key) continue;
      button.dataset.key = house;
      if (key) button.setAttribute("aria-keyshortcuts", key);
      else button.removeAttribute("aria-keyshortcuts");
      put(button.querySelector("kbd"), key);
    }
    for (const kbd of table.querySelectorAll(".drink h3 kbd")) put(kbd, keyFor("act", kbd.closest(".drink").id.slice("drink-".length)));
    table.classList.toggle("own-letters", Object.keys(chosen).some((known) => known.startsWith("bartender ")));
  }

  /** Press the button that this key stands for; whether there is one. */
  function press(table, pressed) {
    const house = CSS.escape(meant("act", pressed));
    const button = table.querySelector(`button[data-key="${house}"], button[aria-keyshortcuts="${house}"]:not([data-key])`);
    button?.click();
    return Boolean(button);
  }

  // --- Choosing: press a button of the list, then the key -----------------------------------------------------------------

  function offerChoices(table) {
    const list = document.getElementById("own-keys");
    if (!list) return;
    const said = document.getElementById("own-keys-said");
    const buttons = [...list.querySelectorAll("button")];
    const of = (button) => [button.dataset.kind, button.dataset.house];
    const wordOf = (button) => button.firstChild.textContent.trim();
    let waiting = null;

    function show() {
      for (const button of buttons) {
        button.querySelector("kbd").textContent = keyFor(...of(button)) || "–";
        button.setAttribute("aria-pressed", button === waiting);
      }
      label(table);
    }

    function stop(words) {
      waiting = null;
      said.textContent = words;
      show();
    }

    // A bartender's letter may be a bottle's too, as they take turns; what a button does needs a key of its own.
    function clash(button, key) {
      return buttons.find((other) => other !== button && keyFor(...of(other)) === key
        && (other.dataset.kind === button.dataset.kind || [other, button].some(({ dataset }) => dataset.kind === "act")));
    }

    function choose(button, key) {
      const known = of(button).join(" ");
      const other = key && clash(button, key);
      if (other) return stop(`${key} is ${wordOf(other)} already. Nothing has changed.`);
      if (key === button.dataset.house) delete chosen[known];
      else chosen[known] = key;
      keep();
      return stop(key ? `${wordOf(button)} is ${key} now.` : `${wordOf(button)} has no key now.`);
    }

    list.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (!button) return;
      waiting = button;
      said.textContent = `Press the new key for ${wordOf(button)}.`;
      show();
    });
    list.addEventListener("keydown", (event) => {
      if (!waiting || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.key === "Shift") return;
      const key = nameOf(event);
      if (key === "Tab") return;
      event.preventDefault();
      if (key === "Escape") stop("Nothing has changed.");
      else if (key === "Backspace" || key === "Delete") choose(waiting, "");
      else if (key !== "?" && (key.length === 1 || key === "Space")) choose(waiting, key);
      else stop(`${key} cannot be chosen. Nothing has changed.`);
    });
    // A space is chosen when it goes down; going up it would press the button again.
    list.addEventListener("keyup", (event) => { if (event.key === " " && !waiting) event.preventDefault(); });
    list.addEventListener("focusout", () => { if (waiting) stop(""); });
    document.getElementById("house-keys").addEventListener("click", () => {
      chosen = {};
      keep();
      stop("These are the house’s keys.");
    });
    list.closest("details").open = Object.keys(chosen).length > 0;
    show();
  }

  return { nameOf, keyFor, meant, press, label, offerChoices };
})();
