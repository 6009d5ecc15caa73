import { renderDrawer } from "./drawer.ts";
import { escapeHtml, jsonForScript } from "./html.ts";

/** What every page of the admin is about. */
export type AdminView = {
  readonly appUrl: string;
  readonly appName: string;
  readonly shop: string;
  readonly storeName: string;
  readonly userId: number;
  /** The store's address inside the admin: `/store/<handle>`. */
  readonly store: string;
  /** The app's: `/store/<handle>/apps/<app>`. */
  readonly home: string;
  /** The store as its customers see it, where there is one. */
  readonly storefrontUrl?: string | undefined;
};

export type FrameView = AdminView & {
  /** The document the frame holds, with the parameters Shopify adds. */
  readonly documentUrl: string;
};

/** What one page has in the middle, and the script it runs. */
export type AdminContent = { readonly script: string; readonly title: string; readonly main: string };

/** The admin around the app: the dark bar, the navigation, the app in its iframe, and the drawer. */
export function renderFrame(view: FrameView): string {
  const app = escapeHtml(view.appName);
  return renderAdmin(view, {
    script: "/frame.js",
    title: app,
    main: `<div class="title"><span class="logo" aria-hidden="true">${app.slice(0, 1)}</span><span id="app-title">${app}</span></div>
    <iframe id="app" title="${app}"></iframe>`,
  });
}

/** A page of the admin; `title` and `main` are HTML. */
export function renderAdmin(view: AdminView, { script, title, main }: AdminContent): string {
  const store = escapeHtml(view.storeName);
  const app = escapeHtml(view.appName);
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · ${store} · Admin stand-in</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/frame.css">
  <script type="application/json" id="facts">${jsonForScript(view)}</script>
  <script type="module" src="${script}"></script>
  <script type="module" src="/drawer.js"></script>
</head>
<body>
  ${renderBar(store, view.userId)}
  ${renderSide(view, app)}
  <main class="main">
    ${main}
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

function renderSide({ home, store, storefrontUrl }: AdminView, app: string): string {
  // Named apart from the app's own pages, for whoever finds them by name.
  const shown = ["orders", "products"].map(
    (place) => `<li><a href="${escapeHtml(`${store}/${place}`)}">Shopify ${place}</a></li>`,
  );
  const mails = `<li><a href="${escapeHtml(`${store}/mails`)}">Mails</a></li>`;
  const others = ["Customers", "Analytics"].map((name) => `<li><span class="idle">${name}</span></li>`);
  const storefront = storefrontUrl
    ? `<li><a href="${escapeHtml(storefrontUrl)}" target="_blank" rel="noopener">Online store</a></li>`
    : "";
  return `<nav class="side" id="menu" aria-label="Store">
    <ul><li><span class="idle">Home</span></li>${[...shown, mails, ...others, storefront].join("")}</ul>
    <h2>Apps</h2>
    <ul><li><a id="app-home" href="${escapeHtml(home)}"><span class="logo" aria-hidden="true">${app.slice(0, 1)}</span>${app}</a>
      <ul id="app-links"></ul></li></ul>
  </nav>`;
}
