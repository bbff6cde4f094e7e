// A game step by step: links and a slider work without this; with it no page is loaded anew, and it can play by itself.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const stage = document.getElementById("replay");
  if (!stage) return;

  const SWAPPED = ["status", "latest", "priority", "replay-notes", "replay-hands", "trouble"];
  const slider = document.getElementById("slider");
  const play = document.getElementById("play");
  const speed = document.getElementById("speed");
  const said = document.getElementById("said");

  let shown = Number(stage.dataset.step);
  const last = Number(stage.dataset.last);
  let wanted = null;    // the address to show next; only the newest counts
  let isBusy = false;
  let timer = null;     // while it plays

  // --- From one step to another: fetch the changed parts, and replace only what differs ---------------------------------

  function addressOf(step) {
    const address = new URL(location.href);
    address.searchParams.set("step", step);
    return address;
  }

  async function show(address) {
    wanted = address;
    if (isBusy) return;
    isBusy = true;
    while (wanted) {
      const next = wanted;
      wanted = null;
      try {
        await load(next);
      } catch {
        stop();
        location.assign(next);  // the whole page says what is the matter
        return;
      }
    }
    isBusy = false;
  }

  async function load(address) {
    const part = new URL(address);
    part.searchParams.set("part", document.getElementById("replay-story")?.dataset.chapter ?? "");
    const wasPlaying = timer !== null;
    const answer = await fetch(part);
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (wasPlaying && timer === null) return;  // stopped meanwhile: it stays at the step that was shown then
    const fresh = page.getElementById("replay");
    if (!fresh) throw new Error("no replay");
    put(fresh);
    history.replaceState(null, "", address);
  }

  function put(fresh) {
    const ids = [...SWAPPED, ...[...fresh.querySelectorAll(".bartender, .seat")].map((element) => element.id)];
    for (const id of ids) swap(document.getElementById(id), fresh.querySelector(`#${CSS.escape(id)}`));
    for (const link of fresh.querySelectorAll("nav a[id]")) copyAttributes(document.getElementById(link.id), link);
    shown = Number(fresh.dataset.step);
    stage.dataset.step = shown;
    slider.value = shown;
    slider.setAttribute("aria-valuetext", `${shown} of ${last}`);
    document.querySelector("#where b").textContent = shown;
    stage.querySelector("[name=as]").value = fresh.querySelector("[name=as]").value;
    putLog(fresh);
    if (said.textContent !== fresh.dataset.said) said.textContent = fresh.dataset.said;
    if (shown === last) stop();
  }

  function swap(old, fresh) {
    if (old && fresh && !old.isEqualNode(fresh)) old.replaceWith(document.adoptNode(fresh));
    else if (old && !fresh) old.remove();
    else if (!old && fresh?.id === "trouble") stage.querySelector(".steps").prepend(document.adoptNode(fresh));
  }

  // The pressed link stays the same element, so that it keeps the focus.
  function copyAttributes(old, fresh) {
    if (!old) return;
    for (const name of ["href", "aria-disabled", "aria-current"]) {
      if (fresh.hasAttribute(name)) old.setAttribute(name, fresh.getAttribute(name));
      else old.removeAttribute(name);
    }
  }

  function putLog(fresh) {
    const chapter = fresh.querySelector("#replay-story");
    const story = document.getElementById("replay-story");
    const hadFocus = chapter && story.contains(document.activeElement);
    if (chapter) story.replaceWith(document.adoptNode(chapter));
    const viewer = stage.querySelector("[name=as]").value;
    for (const line of document.querySelectorAll("#log li")) {
      const link = line.firstElementChild;
      link.href = `?step=${line.dataset.step}&as=${encodeURIComponent(viewer)}`;
      if (Number(line.dataset.step) === shown) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
    if (hadFocus) document.querySelector("#log [aria-current]")?.focus({ preventScroll: true });
    keepInSight();
  }

  function keepInSight() {
    const link = document.querySelector("#log [aria-current]");
    const scroller = link?.closest(".scroller");
    if (!scroller) return;
    const box = scroller.getBoundingClientRect(), line = link.getBoundingClientRect();
    if (line.top < box.top || line.bottom > box.bottom) scroller.scrollTop += line.top - box.top - box.height / 2;
  }

  // --- Playing by itself ------------------------------------------------------------------------------------------------

  function start() {
    play.textContent = "Pause";
    const from = shown === last ? -1 : shown;
    timer = setInterval(() => {
      if (isBusy) return;  // a slow line: the next step waits for this one
      if (shown >= last) stop();
      else show(addressOf(shown + 1));
    }, Number(speed.value));
    show(addressOf(from + 1));
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    play.textContent = "Play";
  }

  play.hidden = !last;
  play.addEventListener("click", () => (timer === null ? start() : stop()));
  speed.closest("p").hidden = false;
  speed.addEventListener("change", () => {
    if (timer === null) return;
    stop();
    start();
  });
  document.getElementById("go").hidden = true;
  document.getElementById("replay-keys").hidden = false;

  // --- Links, slider, keys ----------------------------------------------------------------------------------------------

  stage.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='?']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.getAttribute("aria-disabled") === "true") return;
    if (!link.id.startsWith("as-")) stop();
    show(new URL(link.href));
  });

  slider.addEventListener("input", () => {
    stop();
    show(addressOf(Number(slider.value)));
  });
  document.getElementById("replay-form").addEventListener("submit", (event) => event.preventDefault());

  const KEYS = { ArrowLeft: "go-back", ArrowRight: "go-forward", Home: "go-first", End: "go-last" };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, [contenteditable]")) return;
    if (KEYS[event.key]) document.getElementById(KEYS[event.key]).click();
    else if (event.key === " " && !event.target.closest("button, summary")) { if (!event.repeat) play.click(); }
    else return;
    event.preventDefault();
  });

  keepInSight();
});
