// The admin's side of App Bridge.
import { facts, mintToken, post } from "./shell.js";

const app = document.getElementById("app");
const appOrigin = new URL(facts.appUrl).origin;
const menu = document.getElementById("app-links");
const saveBar = document.getElementById("save-bar");
const toasts = document.getElementById("toasts");

function tell(kind, payload = {}) {
  app.contentWindow.postMessage({ karwanBridge: true, kind, ...payload }, appOrigin);
}

const questions = {
  "id-token": mintToken,
  user: async () => ({ accountAccess: "Full access" }),
  "leave-confirmation": async () => window.confirm("Leave without saving your changes?"),
  "resource-picker": ({ options }) => pickResources(options),
  "scopes-query": () => post("/scopes", { shop: facts.shop }),
  "scopes-request": ({ scopes }) => askForScopes(scopes),
};

const statements = {
  path({ path }) {
    history.replaceState(null, "", addressOf(path));
    markCurrent(path);
  },
  open: ({ href }) => location.assign(addressOf(href)),
  nav({ links }) {
    menu.replaceChildren(...links.filter((link) => !link.isHome).map(menuItem));
    markCurrent(currentPath());
  },
  toast: showToast,
  "toast-hide": ({ id }) => document.getElementById(id)?.remove(),
  "save-bar": showSaveBar,
  loading: ({ isLoading }) => document.body.classList.toggle("is-loading", isLoading),
  title: ({ title }) => {
    document.getElementById("app-title").textContent = title || facts.appName;
  },
};

addEventListener("message", ({ origin, source, data }) => {
  if (origin !== appOrigin || source !== app.contentWindow || !data?.karwanBridge) return;
  hear(data).catch(reportError);
});

async function hear(data) {
  const { kind, question } = data;
  if (question === undefined) {
    statements[kind]?.(data);
    return;
  }
  try {
    tell("answer", { question, answer: await questions[kind](data) });
  } catch (error) {
    tell("answer", { question, error: error.message });
  }
}

function currentPath() {
  return location.pathname.slice(facts.home.length) || "/";
}

/** The admin's address of a page of the app. */
function addressOf(path) {
  return `${facts.home}${path === "/" ? "" : path}`;
}

function menuItem({ href, label }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = addressOf(href);
  link.textContent = label;
  link.addEventListener("click", (event) => go(event, href));
  item.append(link);
  return item;
}

function go(event, href) {
  event.preventDefault();
  document.body.classList.remove("shows-menu");
  tell("navigate", { href });
}

function markCurrent(path) {
  const here = path.split("?")[0];
  for (const link of menu.querySelectorAll("a")) {
    const target = new URL(link.href).pathname.slice(facts.home.length) || "/";
    const isHere = here === target || (target !== "/" && here.startsWith(`${target}/`));
    link.toggleAttribute("aria-current", isHere);
  }
}

function showToast({ id, message, isError, durationMs }) {
  const toast = document.createElement("p");
  toast.id = id;
  toast.className = isError ? "toast is-error" : "toast";
  toast.textContent = message;
  toasts.append(toast);
  setTimeout(() => toast.remove(), durationMs);
}

function showSaveBar({ visible, save, discard }) {
  saveBar.hidden = !visible;
  for (const button of saveBar.querySelectorAll("button")) {
    const state = button.dataset.role === "save" ? save : discard;
    button.disabled = Boolean(state?.disabled || state?.loading);
  }
}

for (const button of saveBar.querySelectorAll("button")) {
  button.addEventListener("click", () => tell("save-bar-press", { role: button.dataset.role }));
}

// What Shopify's picker takes: https://shopify.dev/docs/api/app-home/apis/resource-picker
const pickerOptions = ["type", "action", "filter", "multiple", "query", "selectionIds"];
const pickerFilters = ["hidden", "variants", "draft", "archived", "query", "excludeNested"];

/** The products of the shop in a dialog; undefined when the merchant closes it without choosing. */
async function pickResources(options) {
  const { type, action = "add", multiple = false, filter = {} } = options ?? {};
  const unknown = [
    ...Object.keys(options ?? {}).filter((name) => !pickerOptions.includes(name)),
    ...Object.keys(filter).filter((name) => !pickerFilters.includes(name)),
  ];
  if (unknown.length > 0) throw new Error(`the resource picker has no option ${unknown.join(", ")}`);
  if (!["product", "variant", "collection"].includes(type)) throw new Error(`no resource type ${type}`);
  if (type !== "product") throw new Error(`the frame's picker knows products, not ${type}`);
  if (!["add", "select"].includes(action)) throw new Error(`the resource picker has no action ${action}`);
  const { products } = await post("/world/things", { shop: facts.shop });
  const byProduct = Map.groupBy(products, ({ productId }) => productId);
  const dialog = document.getElementById("picker");
  const list = dialog.querySelector("ul");
  list.replaceChildren(...[...byProduct.values()].map(([first]) => pickerItem(first, multiple !== false)));
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  if (dialog.returnValue !== "select") return undefined;
  return [...list.querySelectorAll("input:checked")].map((input) => ({
    id: input.value,
    title: input.dataset.title,
    variants: byProduct.get(input.value).map(({ value }) => ({ id: value })),
  }));
}

function pickerItem(product, isMultiple) {
  const item = document.createElement("li");
  const label = document.createElement("label");
  const input = document.createElement("input");
  const [title] = product.label.split(" · ");
  input.type = isMultiple ? "checkbox" : "radio";
  input.name = "picked";
  input.value = product.productId;
  input.dataset.title = title;
  label.append(input, ` ${title}`);
  item.append(label);
  return item;
}

/** Shopify's own dialog; nothing is asked that is granted already. https://shopify.dev/docs/api/app-home/apis/scopes */
async function askForScopes(scopes) {
  const before = await post("/scopes", { shop: facts.shop });
  const undeclared = scopes.filter((scope) => ![...before.optional, ...before.required].includes(scope));
  if (undeclared.length > 0) throw new Error(`${undeclared.join(", ")} is no optional scope of the app`);
  if (scopes.every((scope) => before.granted.includes(scope)))
    return { result: "granted-all", detail: before };
  const dialog = document.getElementById("permissions");
  dialog.querySelector("ul").replaceChildren(
    ...scopes.map((scope) => {
      const item = document.createElement("li");
      item.textContent = scope.replaceAll("_", " ");
      return item;
    }),
  );
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  if (dialog.returnValue !== "allow") return { result: "declined-all", detail: before };
  return { result: "granted-all", detail: await post("/scopes", { shop: facts.shop, grant: scopes }) };
}

document.getElementById("app-home").addEventListener("click", (event) => go(event, "/"));
// Last: what the app says while it loads is heard.
app.src = facts.documentUrl;
