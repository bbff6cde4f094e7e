// Spot it: turns the cards over by a clock, and tells shouts that would have made a drink from those that would not.
// Every board and every sentence comes from the page; here are only the times.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const page = document.getElementById("spot");
  const dealt = [...page.querySelectorAll("template.dealt")];
  if (!dealt.length) return;

  const INTERVAL = Number(page.dataset.seconds) * 1000;
  const LOOK = 1800;  // so long the order is looked at before dealing goes on
  const find = (id) => document.getElementById(id);
  const shoutButton = find("shout");

  const spots = [];  // {words, time}: the time in ms from the card to the shout, null where it was missed
  let falseShouts = 0;
  let at = -1;
  let cardAt = 0;
  let hasShouted = false;
  let isLooking = false;
  let timer = null;
  let left = 0;  // ms of the present wait, while the deal is held
  let next = null;
  let waitFrom = 0;
  let isPaused = false;

  find("controls").hidden = false;

  function say(words, isLoud) {
    const box = find(isLoud ? "say-now" : "say");
    box.append(Object.assign(document.createElement("p"), { textContent: words }));
    while (box.children.length > 6) box.firstElementChild.remove();
  }

  function show(template) {
    for (const element of [...template.content.cloneNode(true).children]) {
      document.getElementById(element.id)?.replaceWith(element);
    }
  }

  function feedback(words, kind) {
    const element = find("feedback");
    element.textContent = words;
    element.className = `feedback ${kind}`;
    if (words) say(words, kind !== "");
  }

  function wait(milliseconds, then) {
    next = then;
    left = milliseconds;
    waitFrom = performance.now();
    timer = setTimeout(then, milliseconds);
  }

  function deal() {
    at += 1;
    if (at >= dealt.length) return finish();
    const card = dealt[at];
    isLooking = false;
    hasShouted = false;
    feedback("", "");
    show(card);
    find("card-words").textContent = card.dataset.words;
    find("count").textContent = `Card ${at + 1} of ${dealt.length}`;
    say(card.dataset.words, false);
    shoutButton.removeAttribute("aria-disabled");
    cardAt = performance.now();
    return wait(INTERVAL, timeIsUp);
  }

  function timeIsUp() {
    const { spot } = dealt[at].dataset;
    if (spot) settle(null, `Missed. ${spot}`, "missed");
    else deal();
  }

  function shout() {
    if (at < 0 || isLooking || hasShouted || isPaused) return;
    const time = performance.now() - cardAt;
    const { spot } = dealt[at].dataset;
    if (spot) {
      clearTimeout(timer);
      settle(time, `Yes, after ${(time / 1000).toFixed(2)} s. ${spot}`, "hit");
      return;
    }
    hasShouted = true;
    falseShouts += 1;
    shoutButton.setAttribute("aria-disabled", "true");
    feedback("Not now: no order makes a drink of yours.", "false");
  }

  function settle(time, words, kind) {
    const { spot } = dealt[at].dataset;
    isLooking = true;
    shoutButton.setAttribute("aria-disabled", "true");
    feedback(words, kind);
    show(dealt[at].nextElementSibling);
    spots.push({ words: spot, time });
    find("no-spots").hidden = true;
    const line = document.createElement("li");
    line.className = kind;
    const mark = time === null ? "Missed" : `${(time / 1000).toFixed(2)} s`;
    line.append(Object.assign(document.createElement("b"), { textContent: mark }), ` ${spot}`);
    find("spots").append(line);
    wait(Math.max(LOOK, INTERVAL / 2), deal);
  }

  function finish() {
    const hits = spots.filter(({ time }) => time !== null);
    const times = hits.map(({ time }) => time / 1000);
    const mean = times.reduce((sum, time) => sum + time, 0) / (times.length || 1);
    find("card-words").textContent = "All cards are dealt";
    find("feedback").textContent = "";
    shoutButton.setAttribute("aria-disabled", "true");
    find("pause").hidden = true;
    const start = find("start");
    start.hidden = false;
    start.textContent = "The same cards again";
    find("result-title").textContent = `${hits.length} of ${spots.length} spotted`;
    const speed = hits.length ? ` ${mean.toFixed(2)} s from card to shout in the mean, ${Math.min(...times).toFixed(2)} s at best.` : "";
    const wrong = falseShouts ? ` ${falseShouts} ${falseShouts === 1 ? "shout" : "shouts"} for nothing.` : " No shout for nothing.";
    find("result-words").textContent = `${grade(hits.length)}${speed}${wrong}`;
    find("result").hidden = false;
    find("result").focus();
  }

  function grade(hits) {
    if (hits === spots.length && !falseShouts) return "Perfect: nothing escapes you.";
    const share = (hits - falseShouts / 2) / (spots.length || 1);
    if (share >= 0.75) return "Very good: not many bottles move past you.";
    if (share >= 0.4) return "Good: look at wild bartenders too.";
    return "Keep looking: which bottle is a drink still short of, and where does it stand?";
  }

  function start() {
    if (at >= dealt.length) { location.reload(); return; }
    find("start").hidden = true;
    find("pause").hidden = false;
    shoutButton.focus();
    deal();
  }

  function pause() {
    isPaused = !isPaused;
    find("pause").textContent = isPaused ? "Go on" : "Pause";
    page.classList.toggle("paused", isPaused);
    const now = performance.now();
    if (isPaused) {
      clearTimeout(timer);
      left -= now - waitFrom;
      waitFrom = now;
    } else {
      cardAt += now - waitFrom;
      wait(Math.max(0, left), next);
    }
  }

  find("start").addEventListener("click", start);
  find("pause").addEventListener("click", pause);
  shoutButton.addEventListener("click", shout);
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches("button, a[href], select, input, summary")) return;
    event.preventDefault();
    shout();
  });
});
