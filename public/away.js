// The one thing this worker does: a page that cannot be reached is answered by ours instead of the browser's.
const AWAY = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Karwan</title>
<style>
body { margin: 0; background: #f1f1f1; color: #303030; font: 13px/1.54 Inter, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 36rem; margin: 0 auto; padding: 24px 16px; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 24px; }
section { padding: 16px; border-radius: 12px; background: #fff; box-shadow: 0 1px 0 rgba(26, 26, 26, .07), 0 0 0 1px rgba(26, 26, 26, .08); }
p { margin: 0 0 12px; }
button { padding: 6px 12px; border: 0; border-radius: 8px; background: #303030; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
</style>
</head>
<body>
<main>
<h1>Karwan cannot be reached</h1>
<section>
<p id="why">Karwan does not answer just now. This page opens by itself as soon as it does.</p>
<p>If you pressed a button just before, look whether it is done before you press again.</p>
<button type="button" onclick="location.reload()">Try again</button>
</section>
</main>
<script>
if (!navigator.onLine) document.getElementById("why").textContent =
  "You are offline. This page opens by itself once you are connected again.";
const look = () => fetch("/healthz").then((answer) => answer.ok && location.reload(), () => undefined);
addEventListener("online", look);
setInterval(look, 5000);
</script>
</body>
</html>`;

const answer = () =>
  new Response(AWAY, {
    status: 503,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  event.respondWith(
    fetch(event.request).then((given) => ([502, 503, 504].includes(given.status) ? answer() : given), answer),
  );
});
