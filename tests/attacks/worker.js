// A hostile service worker. What it does is chosen by the query of its URL, and it tells every page what it read.

const how = new URL(location.href).searchParams.get("how");

self.addEventListener("install", (event) => {
  self.skipWaiting();
  if (how === "race") {
    event.waitUntil(event.addRoutes({
      condition: { urlPattern: new URLPattern({ pathname: "/_nicegui/coworkkit/*" }) },
      source: "race-network-and-fetch-handler",
    }));
  }
});

self.addEventListener("activate", (event) => {
  const ready = async () => {
    if (how === "preload") await self.registration.navigationPreload.enable();
    await self.clients.claim();
  };
  event.waitUntil(ready());
});

async function tell(what) {
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(what);
}

self.addEventListener("fetch", (event) => {
  if (!event.request.url.includes("/_nicegui/coworkkit/card/")) return;
  const answer = async () => {
    const response = (how === "preload" && (await event.preloadResponse)) || (await fetch(event.request));
    const copy = response.clone();
    await tell({ read: response.status, nonce: /"nonce": "([^"]+)"/.exec(await copy.text())?.[1] ?? null });
    return response;
  };
  event.respondWith(answer());
});
