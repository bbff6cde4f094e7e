// The line to the server, on every page that has one: it answers the server's pings, says when the line is down, and
// makes sure that nothing pressed while it is down is ever sent later.
"use strict";

(() => {
  const SILENCE = 9000;  // the server speaks every few seconds; after this long without a word the line is dead
  const RELOAD = ["Reload the page", () => location.pathname];
  const ENDED = {
    4400: ["The server could not make sense of what this page sent.", ...RELOAD],
    4401: ["You are signed out.", "Sign in again", () => `/accounts/login/?next=${encodeURIComponent(location.pathname)}`],
    4403: ["You no longer have a place at this table.", "To the tables", () => "/"],
    4404: ["This table does not exist any more.", "To the tables", () => "/"],
    4408: ["This table is closed.", "See how it ended", () => location.pathname],
    4429: ["Too much was sent from this page, so the line was ended.", ...RELOAD],
  };

  let socket = null;
  let heardAt = 0;
  let wasEverOpen = false;
  let failures = 0;
  let isEnded = false;

  const isOpen = () => socket?.readyState === WebSocket.OPEN && !document.documentElement.classList.contains("is-offline");

  function banner() {
    let element = document.getElementById("line");
    if (!element) {
      element = Object.assign(document.createElement("div"), { id: "line" });
      element.setAttribute("role", "status");
      document.getElementById("main")?.prepend(element);
    }
    return element;
  }

  function show(words, linkWords, href) {
    const element = banner();
    if (element.dataset.words === words) return;
    element.dataset.words = words;
    element.textContent = words;
    if (!linkWords) return;
    element.append(" ", Object.assign(document.createElement("a"), { href, textContent: linkWords }));
  }

  function lose() {
    if (isEnded) return;
    if (wasEverOpen) {
      document.documentElement.classList.add("is-offline");
      show("The line is down. Reconnecting… What you press now is not sent.");
    } else if (++failures === 2) {
      show("Live news does not get through. Every button still works: it loads the page anew.");
    }
  }

  function end(code) {
    isEnded = true;
    document.documentElement.classList.add("is-offline");
    const [words, linkWords, href] = ENDED[code] ?? ["The server ended the line.", ...RELOAD];
    show(words, linkWords, href());
  }

  function answerPing(text) {
    if (!text.startsWith("{")) return;
    let message = null;
    try { message = JSON.parse(text); } catch { return; }
    if ("ping" in message) socket.send(JSON.stringify({ pong: message.ping }));
  }

  function randomId() {
    return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  document.addEventListener("htmx:ws:after:connection", (event) => {
    socket = event.detail.connection.socket;
    wasEverOpen = true;
    heardAt = Date.now();
    document.documentElement.classList.remove("is-offline");
    show("");
    // Straight from the socket: htmx handles messages one after another, and a ping must not wait for a morph.
    socket.addEventListener("message", ({ data, currentTarget }) => {
      if (currentTarget !== socket) return;
      heardAt = Date.now();
      if (typeof data === "string") answerPing(data);
    });
  });

  document.addEventListener("htmx:ws:close", ({ detail }) => {
    if (detail.code >= 4400) end(detail.code);
    else if (detail.code !== null) lose();
  });

  setInterval(() => {
    if (!isOpen() || Date.now() - heardAt < SILENCE) return;
    lose();
    socket.close();  // htmx opens the next one
  }, 1000);

  addEventListener("offline", () => {
    if (!socket) return;
    lose();
    socket.close();
  });

  // Before the first connection a press is an ordinary form, later it goes through the line or nowhere.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.hasAttribute("hx-ws:send") || isOpen()) return;
    event.stopImmediatePropagation();
    if (wasEverOpen || isEnded) event.preventDefault();
    else if (form.elements.press) form.elements.press.value = randomId();
  }, true);

  // --- The countdown: a number in the page, which the browser counts down and the server corrects ------------------------

  let deadline = null;

  function readCountdown() {
    const left = parseFloat(document.getElementById("countdown")?.dataset.left);
    deadline = Number.isNaN(left) ? null : performance.now() + left * 1000;
    tick();
  }

  function tick() {
    const countdown = document.getElementById("countdown");
    if (!countdown || deadline === null) return;
    const seconds = Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
    const number = countdown.querySelector("b");
    if (number.textContent !== String(seconds)) number.textContent = seconds;
    countdown.classList.toggle("short", seconds <= 5);
  }

  setInterval(tick, 250);
  document.addEventListener("DOMContentLoaded", readCountdown);
  document.addEventListener("htmx:ws:after:message:incoming", ({ detail }) => {
    if (/id="(status|countdown)"/.test(detail.message.data)) readCountdown();
  });

  document.addEventListener("htmx:ws:before:message:outgoing", ({ detail }) => {
    if (!isOpen()) {
      detail.cancelled = true;
      return;
    }
    const { message } = detail;
    message.headers = undefined;
    delete message.values.csrfmiddlewaretoken;
    message.values.press = randomId();
  });
})();
