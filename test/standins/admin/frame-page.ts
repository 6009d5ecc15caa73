import { renderDrawer } from "./drawer.ts";
import { escapeHtml, jsonForScript } from "./html.ts";

export type FrameView = {
  readonly appUrl: string;
  readonly appName: string;
  readonly shop: string;
  readonly storeName: string;
  readonly userId: number;
  /** The app's address inside the admin: `/store/<handle>/apps/<app>`. */
  readonly home: string;
  /** The document the frame holds, with the parameters Shopify adds. */
  readonly documentUrl: string;
};

/** The admin around the app: the dark bar, the navigation, the app in its iframe, and the drawer. */
export function renderFrame(view: FrameView): string {
  const store = escapeHtml(view.storeName);
  const app = escapeHtml(view.appName);
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${app} · ${store} · Admin stand-in</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/frame.css">
  <script type="application/json" id="facts">${jsonForScript(view)}</script>
  <script type="module" src="/frame.js"></script>
  <script type="module" src="/drawer.js"></script>
</head>
<body>
  ${renderBar(store, view.userId)}
  ${renderSide(view.home, app)}
  <main class="main">
    <div class="title"><span class="logo" aria-hidden="true">${app.slice(0, 1)}</span><span id="app-title">${app}</span></div>
    <iframe id="app" title="${app}"></iframe>
  </main>
  ${renderDrawer()}
  <div id="toasts" role="status" aria-live="polite"></div>
  <dialog id="picker" aria-label="Choose products">
    <form method="dialog">
      <ul class="choices"></ul>
      <button value="select">Select</button>
      <button value="cancel">Cancel</button>
    </form>
  </dialog>
  <dialog id="permissions" aria-label="Permissions">
    <form method="dialog">
      <p>${app} asks for more permissions:</p>
      <ul class="choices"></ul>
      <button value="allow">Allow</button>
      <button value="decline">Decline</button>
    </form>
  </dialog>
</body>
</html>`;
}

const people = ["Owner", "Staff", "Collaborator"];

function renderBar(store: string, userId: number): string {
  const options = people.map(
    (name, index) =>
      `<option value="${index + 1}"${index + 1 === userId ? " selected" : ""}>${name}</option>`,
  );
  return `<header class="bar">
    <button id="menu-toggle" aria-expanded="false" aria-controls="menu" aria-label="Menu">☰</button>
    <span class="logo" aria-hidden="true">${store.slice(0, 1)}</span>
    <span class="store">${store}</span>
    <span class="gap"></span>
    <label class="for-desk" for="user">Signed in as</label>
    <select id="user" aria-label="Signed in as">
      ${options.join("")}
    </select>
    <button id="drawer-toggle" aria-expanded="false" aria-controls="drawer">Play the world</button>
    <div id="save-bar" role="region" aria-label="Unsaved changes" hidden>
      <span class="says">Unsaved changes</span>
      <button data-role="discard">Discard</button>
      <button data-role="save">Save</button>
    </div>
  </header>`;
}

function renderSide(home: string, app: string): string {
  const others = ["Home", "Orders", "Products", "Customers", "Analytics"];
  return `<nav class="side" id="menu" aria-label="Store">
    <ul>${others.map((name) => `<li><span class="idle">${name}</span></li>`).join("")}</ul>
    <h2>Apps</h2>
    <ul><li><a id="app-home" href="${escapeHtml(home)}"><span class="logo" aria-hidden="true">${app.slice(0, 1)}</span>${app}</a>
      <ul id="app-links"></ul></li></ul>
  </nav>`;
}
