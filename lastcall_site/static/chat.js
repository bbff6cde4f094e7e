// The chat of a table: how many lines are new while it is folded up, and the field is emptied once its line is stored.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const chat = document.getElementById("chat");
  if (!chat) return;

  // --- Folded up or not: on a wide screen there is room for it, unless somebody has closed it ----------------------------

  const isWide = matchMedia("(min-width: 48rem)");

  chat.open = location.hash === "#said" || (isWide.matches && kept.get("chat") !== "folded");
  chat.classList.toggle("folded", !chat.open);
  chat.querySelector("summary").addEventListener("click", () => {
    chat.classList.toggle("folded", chat.open);  // it is about to be closed
    if (isWide.matches) kept.set("chat", chat.open ? "folded" : "open");
  });

  // --- New lines --------------------------------------------------------------------------------------------------------

  const KEPT_LINES = 200;
  const unread = document.getElementById("chat-unread");
  const numberOf = (line) => Number(line.id.slice("said-".length));
  const lines = () => [...document.querySelectorAll("#said > li")];
  const newest = () => Math.max(0, ...lines().map(numberOf));
  let read = newest();

  function count() {
    while (lines().length > KEPT_LINES) lines()[0].remove();
    if (chat.open) read = newest();
    const number = lines().filter((line) => numberOf(line) > read).length;
    unread.hidden = number === 0;
    unread.replaceChildren(String(number), Object.assign(document.createElement("span"), { className: "unseen", textContent: " new" }));
  }

  new MutationObserver(count).observe(chat.querySelector(".chat-lines"), { childList: true, subtree: true });
  chat.addEventListener("toggle", count);

  // --- Read aloud only to those who want it: the game has the first word ------------------------------------------------

  const isAloud = document.getElementById("chat-aloud");

  function setAloud() {
    chat.querySelector(".chat-lines").setAttribute("aria-live", isAloud.checked ? "polite" : "off");
  }

  isAloud.checked = kept.get("chat-aloud") === "on";
  isAloud.addEventListener("change", () => { kept.set("chat-aloud", isAloud.checked ? "on" : "off"); setAloud(); });
  setAloud();

  // --- What was typed stays in the field until the server has stored it -------------------------------------------------

  const field = document.getElementById("chat-words");
  const sent = new Map();  // the name of a press, and what was in the field

  document.addEventListener("htmx:ws:after:message:outgoing", ({ detail }) => {
    const { say, press } = detail.message.values;
    if (say !== undefined) sent.set(press, say);
    if (say !== undefined || detail.message.values.phrase !== undefined) document.getElementById("chat-notice").textContent = "";
  });

  document.addEventListener("htmx:ws:before:message:incoming", ({ detail }) => {
    const text = String(detail.message.data);
    if (!sent.size || !text.startsWith("{")) return;
    let answer = null;
    try { answer = JSON.parse(text); } catch { return; }
    if (sent.has(answer.ok) && field.value === sent.get(answer.ok)) field.value = "";
    sent.delete(answer.ok ?? answer.press);
  });

  // With a mouse or a finger the focus goes back to the page, where space is Order! and not the same phrase again.
  chat.addEventListener("click", (event) => {
    if (event.detail) event.target.closest(".phrase, summary")?.blur();
  });

  field?.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing) field.blur();
  });
});
