// Shows the page for a line that is down, and nothing else: no table, and no other page, is ever kept or answered from here.
"use strict";

const KEPT = [{% for address in kept %}"{{ address|escapejs }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const CACHE = `offline {{ version }} ${KEPT.join(" ")}`;

self.addEventListener("install", (event) => {
  const all = KEPT.map((address) => new Request(address, { cache: "reload", credentials: "omit" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(all)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop));
});

// Only when the network fails; what the network says, good or bad, goes through untouched.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isPage = request.mode === "navigate";
  const path = new URL(request.url).pathname;
  if (!isPage && !KEPT.includes(path)) return;
  event.respondWith(fetch(request).catch(() => caches.match(isPage ? KEPT[0] : path)));
});

// "It is your turn" was pressed: the tab of that table comes to the front.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const front = (tabs) => (tabs.find(({ url }) => url === event.notification.data) ?? tabs[0])?.focus();
  event.waitUntil(self.clients.matchAll({ type: "window", includeUncontrolled: true }).then(front));
});
