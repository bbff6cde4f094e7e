// Every page: the theme, copy buttons, a question before a press that matters, and going where the server says.
"use strict";

const kept = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, value); } catch { /* a browser that keeps nothing still plays */ } },
};

// --- Theme: as the system has it, until somebody presses the switch ---------------------------------------------------

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

function themeShown() {
  return document.documentElement.dataset.theme ?? (systemIsDark.matches ? "night" : "day");
}

function labelThemeSwitches() {
  const other = themeShown() === "night" ? "day" : "night";
  for (const button of document.querySelectorAll("[data-theme-switch]")) {
    button.hidden = false;
    const words = Object.assign(document.createElement("span"), { textContent: other === "day" ? " Day" : " Night" });
    button.replaceChildren(other === "day" ? "☀" : "☾", words);
    button.setAttribute("aria-label", `Switch to the ${other} theme`);
  }
}

function switchTheme() {
  const theme = themeShown() === "night" ? "day" : "night";
  document.documentElement.dataset.theme = theme;
  kept.set("theme", theme);
  labelThemeSwitches();
}

if (["day", "night"].includes(kept.get("theme"))) document.documentElement.dataset.theme = kept.get("theme");
systemIsDark.addEventListener("change", labelThemeSwitches);

// --- Copy buttons: <button class="js-copy" data-copy="the text"> ------------------------------------------------------

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Pages without TLS have no clipboard; a selected field still copies there.
  const field = Object.assign(document.createElement("textarea"), { value: text, className: "unseen" });
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (!isCopied) throw new Error("not copied");
}

async function pressCopy(button) {
  const before = button.dataset.before ??= button.textContent;
  try {
    await copy(button.dataset.copy);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Please copy it by hand";
  }
  setTimeout(() => { button.textContent = before; }, 2500);
}

// --- A question first: <button data-confirm="Leave for good?"> --------------------------------------------------------

let answered = null;  // the button whose question was just answered with yes

function ask(question) {
  const dialog = document.createElement("dialog");
  dialog.className = "dialog";
  dialog.setAttribute("aria-labelledby", "question");
  const words = Object.assign(document.createElement("p"), { id: "question", textContent: question });
  const form = Object.assign(document.createElement("form"), { method: "dialog", className: "actions" });
  const no = Object.assign(document.createElement("button"), { className: "button", value: "no", textContent: "No, back" });
  const yes = Object.assign(document.createElement("button"), { className: "button primary", value: "yes", textContent: "Yes" });
  form.append(no, yes);
  dialog.append(words, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}

async function askThenPress(button) {
  const isYes = await ask(button.dataset.confirm);
  if (!button.isConnected) return;
  button.focus();
  const menu = button.closest("[popover]");  // the question has closed it; then its opener takes the focus
  if (menu && document.activeElement !== button) document.querySelector(`[popovertarget="${menu.id}"]`)?.focus();
  if (!isYes) return;
  answered = button;
  button.click();
  answered = null;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button");
  if (!button) return;
  if (button.dataset.confirm && button !== answered && button.getAttribute("aria-disabled") !== "true") {
    event.preventDefault();
    event.stopImmediatePropagation();
    askThenPress(button);
  } else if (button.dataset.copy !== undefined) {
    pressCopy(button);
  } else if (button.dataset.themeSwitch !== undefined) {
    switchTheme();
  }
}, true);

// --- Going elsewhere: an element with data-go="/path" arrives through the line ----------------------------------------

function goWhereTold() {
  const sign = document.querySelector("[data-go]");
  if (!sign) return;
  const path = sign.dataset.go;
  sign.removeAttribute("data-go");
  if (path.startsWith("/") && new URL(path, location.origin).origin === location.origin) location.assign(path);
}

document.addEventListener("htmx:after:swap", goWhereTold);
document.addEventListener("DOMContentLoaded", labelThemeSwitches);

// --- A worker that shows a page of ours when the line is down, and keeps nothing else ---------------------------------

addEventListener("load", () => { navigator.serviceWorker?.register("/service-worker.js").catch(() => { /* not here */ }); });
