// The rules beside the table: a link to the rules page opens the sheet instead, at the part that is played just now.
"use strict";

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-rules-sheet]");
  const sheet = document.getElementById("rules-sheet");
  if (!opener || !sheet || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const menu = opener.closest("[popover]");
  menu?.hidePopover();
  opener.closest("dialog")?.close();
  const phase = document.getElementById("status")?.dataset.phase;
  let now = null;
  for (const part of sheet.querySelectorAll("details")) {
    part.open = part.dataset.phases.split(" ").includes(phase);
    if (part.open) now = part;
  }
  sheet.showModal();
  const summary = now?.querySelector("summary");
  summary?.focus();
  summary?.scrollIntoView({ block: "nearest" });
  sheet.addEventListener("close", () => {
    const back = menu ? document.querySelector(`[popovertarget="${menu.id}"]`) : opener.closest("dialog") ? document.getElementById("show-keys") : opener;
    back?.focus();
  }, { once: true });
});
