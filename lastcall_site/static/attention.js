// It is your turn: the title and the icon of the tab say so, a sound and a shake too, and in a tab that nobody looks at a
// notification, for who has asked for one.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const table = document.getElementById("table");
  const prompt = () => table.querySelector("#prompt.urgent");
  const icon = document.querySelector("link[rel='icon']");
  const plainIcon = icon?.href;
  const title = document.title;
  const TAG = "your-turn";

  let shakes = kept.get("shake") !== "off";
  let notifies = kept.get("notify") === "on" && window.Notification?.permission === "granted";
  let wasMine = Boolean(prompt());

  // --- The tab ------------------------------------------------------------------------------------------------------------

  function mark(isMine) {
    document.title = isMine ? `● ${title}` : title;
    if (icon && table.dataset.turnIcon) icon.href = isMine ? table.dataset.turnIcon : plainIcon;
    (isMine ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => {});
  }

  // --- The device ---------------------------------------------------------------------------------------------------------

  function shake() {
    if (shakes && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([80, 60, 80]);
  }

  // Phones show notifications through the site's worker only.
  async function notify(words) {
    try {
      const worker = await navigator.serviceWorker?.getRegistration();
      const options = { body: words, tag: TAG, icon: plainIcon, data: location.href };
      if (worker) await worker.showNotification(title, options);
      else new Notification(title, options).onclick = () => focus();
    } catch { /* the title says it as well */ }
  }

  async function takeBack() {
    try {
      const worker = await navigator.serviceWorker?.getRegistration();
      for (const shown of await worker?.getNotifications({ tag: TAG }) ?? []) shown.close();
    } catch { /* it stays until it is read */ }
  }

  function look() {
    const isMine = Boolean(prompt());
    if (isMine === wasMine) return;
    wasMine = isMine;
    mark(isMine);
    if (!isMine) {
      if (notifies) takeBack();
      return;
    }
    if (!sounds.isOn) return;
    sounds.play("turn", 0.35);
    shake();
    if (notifies && document.hidden) notify(prompt().textContent);
  }

  document.addEventListener("htmx:ws:after:message:incoming", look);
  document.addEventListener("visibilitychange", () => { if (notifies && !document.hidden) takeBack(); });
  if (wasMine) mark(true);

  // --- Choosing -----------------------------------------------------------------------------------------------------------

  const shaking = document.getElementById("shake");
  const notifying = document.getElementById("notify");
  const said = document.getElementById("signals-said");

  shaking.checked = shakes;
  shaking.closest("p").hidden = !navigator.vibrate || !matchMedia("(pointer: coarse)").matches;
  shaking.addEventListener("change", () => {
    shakes = shaking.checked;
    kept.set("shake", shakes ? "on" : "off");
    shake();
  });

  notifying.checked = notifies;
  notifying.closest("p").hidden = !window.Notification;
  notifying.addEventListener("change", async () => {
    const wanted = notifying.checked;
    const answer = wanted ? await Notification.requestPermission() : "";
    notifies = answer === "granted";
    notifying.checked = notifies;
    kept.set("notify", notifies ? "on" : "off");
    said.textContent = wanted && !notifies ? "This browser does not allow it; its settings for this site can." : "";
  });
});
