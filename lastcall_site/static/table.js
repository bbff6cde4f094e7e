// The live table: keys, and saying once what happened. It reads data- attributes and presses buttons;
// what may be done is for the server to say.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const table = document.getElementById("table");
  if (!table) return;

  const find = (selector) => table.querySelector(selector);

  // --- A sentence for this player only ----------------------------------------------------------------------------------

  let noticeTimer = null;

  function notice(words, kind) {
    const element = document.getElementById("notice");
    if (!element) return;
    element.className = kind;
    element.textContent = words;
    clearNoticeLater();
  }

  function clearNoticeLater() {
    clearTimeout(noticeTimer);
    noticeTimer = setTimeout(() => notice("", ""), 10000);
  }

  // A new press empties it, so that the same refusal twice is heard twice. The chat has its own.
  table.addEventListener("submit", ({ target }) => { if (!target.closest("#chat")) notice("", ""); }, true);

  table.addEventListener("click", (event) => {
    const button = event.target.closest("button[aria-disabled='true']");
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    notice(document.getElementById(button.getAttribute("aria-describedby"))?.textContent ?? "Not now.", "refusal");
  }, true);

  // --- What happened is announced once, in order ------------------------------------------------------------------------

  const KEPT_LINES = 300;
  const LOUD = ["line-order", "line-last_call"];
  const LONG_LINE = 80;  // letters
  const numberOf = (line) => Number(line.id.slice("line-".length));
  const log = document.getElementById("log");
  let announced = log.lastElementChild ? numberOf(log.lastElementChild) : -1;

  function announce(words, isLoud) {
    const box = document.getElementById(isLoud ? "say-now" : "say");
    box.append(Object.assign(document.createElement("p"), { textContent: words }));
    while (box.children.length > 10) box.firstElementChild.remove();
  }

  // The newest line also stands above the bartenders; it is sent once.
  function showLatest(line) {
    const latest = document.getElementById("latest");
    latest.className = line.className + (line.textContent.length > LONG_LINE ? " long" : "");
    latest.textContent = line.textContent;
  }

  function announceNewLines() {
    const lines = [...log.children].filter((line) => numberOf(line) > announced);
    if (!lines.length) return;
    announced = numberOf(lines.at(-1));
    showLatest(lines.at(-1));
    if (lines.length > 8) {
      announce(`You were away. ${lines.length} things happened; the last: ${lines.at(-1).textContent}`, false);
      showAway(lines.length);
    } else {
      for (const line of lines) announce(line.textContent, LOUD.includes(line.className));
    }
    document.dispatchEvent(new CustomEvent("table:lines", { detail: { lines } }));
    while (log.children.length > KEPT_LINES) log.firstElementChild.remove();
  }

  new MutationObserver(announceNewLines).observe(log, { childList: true });

  // The same for the eye. It lies over the site's header, not over the board.
  const away = document.getElementById("away");

  function showAway(number) {
    if (!away) return;
    away.querySelector("b").textContent = number;
    away.hidden = false;
  }

  away?.addEventListener("click", ({ target }) => { if (target.closest("a, button")) away.hidden = true; });

  // --- Keys -------------------------------------------------------------------------------------------------------------

  const switchOfKeys = document.getElementById("single-keys");
  const helpDialog = document.getElementById("keys");

  if (switchOfKeys) {
    switchOfKeys.checked = kept.get("keys") !== "off";
    switchOfKeys.addEventListener("change", () => kept.set("keys", switchOfKeys.checked ? "on" : "off"));
    document.getElementById("show-keys").addEventListener("click", () => helpDialog.showModal());
    keys.offerChoices(table);
  }

  const isTyping = (element) => element.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
  const isPressable = (element) => element.matches?.("button, a[href], summary, input, [tabindex='0']");

  document.addEventListener("keydown", (event) => {
    if (!switchOfKeys?.checked || event.repeat || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.defaultPrevented || isTyping(event.target) || document.querySelector("dialog[open], [popover]:popover-open")) return;
    const key = keys.nameOf(event);
    if (["Space", "Enter"].includes(key) && isPressable(event.target)) return;
    if (key === "?") helpDialog.showModal();
    else if (hands.takeKey(key)) { /* it chose a bartender or a bottle */ }
    else if (!keys.press(table, key)) return;
    event.preventDefault();
  });

  // --- Focus: when an update takes away what had it, the thing around it gets it ----------------------------------------

  let focused = null;
  let around = [];

  table.addEventListener("focusin", (event) => {
    focused = event.target;
    around = [];
    for (let element = focused.parentElement; element && element !== table; element = element.parentElement) {
      if (element.id) around.push(element.id);
    }
  });
  table.addEventListener("focusout", (event) => { if (event.relatedTarget) focused = null; });

  function keepFocus() {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    const next = around.map((id) => document.getElementById(id)).find(Boolean);
    focused = null;
    if (!next) return;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }

  // --- After every message ----------------------------------------------------------------------------------------------

  document.addEventListener("htmx:ws:after:message:incoming", ({ detail }) => {
    if (String(detail.message.data).includes('id="notice"')) clearNoticeLater();
    hands.refresh();
    keys.label(table);
    keepFocus();
  });

  hands.start(table);
  if (find("#notice")?.textContent) clearNoticeLater();
});
