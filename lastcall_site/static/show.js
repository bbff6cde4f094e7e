// The replay on the home page: a moment after another, until somebody pauses it. It stands still where motion is not
// wanted, and while nobody looks.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const show = document.getElementById("show");
  if (!show) return;

  const EVERY = 1500;
  const LAST_STAYS = 4;  // so many times as long
  const moments = JSON.parse(document.getElementById("show-moments").textContent);
  const button = document.getElementById("show-play");
  const find = (name) => show.querySelector(`.show-${name}`);

  let at = 0;
  let waits = 0;
  let isPlaying = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  let isSeen = !("IntersectionObserver" in window);

  function put(moment) {
    for (const changed of show.querySelectorAll(".changed")) changed.classList.remove("changed");
    find("words").textContent = moment.words;
    for (const [word, [cards, bottles]] of Object.entries(moment.bartenders)) {
      const bartender = find(word);
      bartender.querySelector(".show-cards").className = `show-cards n${cards}`;
      bartender.querySelector(".show-bottles").replaceChildren(
        ...bottles.map((liquor) => Object.assign(document.createElement("i"), { className: `bottle ${liquor}` })),
      );
      if (at) bartender.classList.add("changed");
    }
    for (const [number, [ice]] of Object.entries(moment.seats)) find(`seat-${number}`).querySelector("b").textContent = ice;
  }

  function step() {
    if (!isPlaying || !isSeen || document.hidden) return;
    if (at === moments.length - 1 && ++waits < LAST_STAYS) return;
    waits = 0;
    at = (at + 1) % moments.length;
    put(moments[at]);
  }

  function label() {
    button.textContent = isPlaying ? "Pause" : "Play";
  }

  button.addEventListener("click", () => {
    isPlaying = !isPlaying;
    label();
  });
  if (!isSeen) new IntersectionObserver(([entry]) => { isSeen = entry.isIntersecting; }).observe(show);
  label();
  setInterval(step, EVERY);
});
