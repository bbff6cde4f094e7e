// The practice boards: what the live table hears from its socket, they hear from the answer to a press.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const table = document.getElementById("table");
  if (!table) return;
  let said = table.dataset.said;

  function say(words) {
    const box = document.getElementById("say");
    if (!words || !box) return;
    box.append(Object.assign(document.createElement("p"), { textContent: words }));
    while (box.children.length > 10) box.firstElementChild.remove();
  }

  // The scripts of the live table look again at the board, and keep the focus, after every message of its socket.
  function boardHasChanged() {
    const detail = { message: { data: document.getElementById("notice")?.outerHTML ?? "" } };
    document.dispatchEvent(new CustomEvent("htmx:ws:after:message:incoming", { detail }));
    markWanted();
    keepDay();
    if (table.dataset.said !== said) say(table.dataset.said);
    said = table.dataset.said;
    const result = document.getElementById("result");
    if (result && !result.dataset.said) {
      result.dataset.said = "yes";
      say(result.textContent.trim().replace(/\s+/g, " "));
      result.scrollIntoView({ block: "nearest" });
    }
  }

  // Puzzles of the day: this browser, and nobody else, keeps the first result of each day.
  function keepDay() {
    const { day, stars } = table.dataset;
    const streak = document.getElementById("streak");
    if (!day || !streak) return;
    let days = {};
    try { days = JSON.parse(kept.get("finish-days") ?? "{}") ?? {}; } catch { /* what is unreadable begins anew */ }
    if (!(day in days)) days[day] = Number(stars);
    days = Object.fromEntries(Object.entries(days).sort().slice(-400));
    kept.set("finish-days", JSON.stringify(days));
    let inARow = 0;
    for (const at = new Date(`${day}T00:00:00Z`); at.toISOString().slice(0, 10) in days; at.setUTCDate(at.getUTCDate() - 1)) inARow += 1;
    const first = days[day] === Number(stars) ? "" : ` Your first try had ${"★".repeat(days[day]) || "no star"}.`;
    streak.textContent = `${inARow === 1 ? "The first day in a row" : `${inARow} days in a row`}.${first}`;
    streak.hidden = false;
  }

  keepDay();

  // In the first game: what is to be pressed now has a mark around it.
  function markWanted() {
    for (const marked of table.querySelectorAll(".wanted")) marked.classList.remove("wanted");
    for (const id of (table.dataset.wanted ?? "").split(" ").filter(Boolean)) {
      const element = document.getElementById(id);
      (element?.type === "radio" ? element.labels[0] : element)?.classList.add("wanted");
    }
  }

  markWanted();

  // What was pressed is on its way: the next letters are the next step already.
  document.addEventListener("htmx:before:request", () => {
    const bottle = table.querySelector("input[name='bottle']:checked");
    if (bottle) bottle.checked = false;
    hands.refresh();
  });
  document.addEventListener("htmx:after:swap", boardHasChanged);
});
