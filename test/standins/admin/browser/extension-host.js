// Runs one extension as it was built, with what of Shopify's API it may use. Whatever is not modelled fails, in sight.
import { defineElements } from "./extension-elements.js";

const { handle, target, appUrl, adminOrigin, selected, shop, words } = JSON.parse(
  document.getElementById("facts").textContent,
);
const appOrigin = new URL(appUrl).origin;

function tell(kind, payload = {}) {
  parent.postMessage({ karwanExtension: true, kind, ...payload }, adminOrigin);
}

function refuse(sentence) {
  const error = new Error(`The stand-in of extensions: ${sentence}`);
  tell("refused", { sentence: error.message });
  reportError(error);
}

const questions = new Map();
addEventListener("message", ({ origin, source, data }) => {
  if (origin !== adminOrigin || source !== parent || !data?.karwanExtension) return;
  questions.get(data.question)?.(data);
  questions.delete(data.question);
});

function ask(kind) {
  const question = crypto.randomUUID();
  return new Promise((resolve, reject) => {
    questions.set(question, ({ error, ...answer }) => (error ? reject(new Error(error)) : resolve(answer)));
    tell(kind, { question });
  });
}

const isOfThanks = target.startsWith("purchase.thank-you.");
const isOfCustomer = isOfThanks || target.startsWith("customer-account.");

// In the admin relative addresses are the app's, and only it is sent a session token of the person who looks.
// https://shopify.dev/docs/api/admin-extensions/latest/network-features
const plainFetch = window.fetch.bind(window);
window.fetch = async (input, init) => {
  if (isOfCustomer) return plainFetch(input, init);
  const request = new Request(typeof input === "string" ? new URL(input, appUrl) : input, init);
  if (new URL(request.url).origin !== appOrigin) return plainFetch(request);
  const headers = new Headers(request.headers);
  headers.set("Authorization", `Bearer ${(await ask("id-token")).token}`);
  return plainFetch(new Request(request, { headers }));
};

function translate(key, replacements = {}) {
  const text = words[key];
  if (text === undefined) throw new Error(`No words for ${key} in ${handle}`);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name) => {
    if (!(name in replacements)) throw new Error(`The words of ${key} need ${name}`);
    return String(replacements[name]);
  });
}

/** Fails on what is not modelled here. */
function strict(what, modelled) {
  return new Proxy(modelled, {
    get(known, name) {
      if (name in known || typeof name === "symbol") return known[name];
      const sentence = `${what}.${name} is not modelled`;
      refuse(sentence);
      throw new Error(sentence);
    },
  });
}

const isAction = target.includes(".action.");

/** What a page of an order tells that its customer sees. */
async function readCustomersPage() {
  // The address stands in the bundle where it is built with one in the environment.
  window.process = { env: { SHOPIFY_APP_URL: appUrl } };
  const { name, phone } = await ask("account");
  const [{ id }] = selected;
  const confirmed = strict("shopify.orderConfirmation.value", { order: { id } });
  return {
    ...(isOfThanks
      ? { orderConfirmation: strict("shopify.orderConfirmation", { value: confirmed }) }
      : { order: strict("shopify.order", { value: { id, name } }) }),
    shop: strict("shopify.shop", shop),
    shippingAddress: {
      value: phone === null ? undefined : strict("shopify.shippingAddress.value", { phone }),
    },
    sessionToken: strict("shopify.sessionToken", { get: async () => (await ask("account")).token }),
  };
}

const ofPage = isOfCustomer ? await readCustomersPage() : { data: strict("shopify.data", { selected }) };
const rendered = new Map();
window.shopify = strict("shopify", {
  extend: (name, run) => rendered.set(name, run),
  // `@shopify/ui-extensions/preact` hands its signals over; nothing here changes by itself.
  setSignals: () => undefined,
  ...ofPage,
  i18n: strict("shopify.i18n", { translate }),
  ...(isAction ? { close: () => tell("close") } : {}),
});

defineElements({ open: (path) => tell("open", { path }), refuse });
new ResizeObserver(() => tell("height", { height: document.documentElement.offsetHeight })).observe(
  document.documentElement,
);
addEventListener("unhandledrejection", ({ reason }) => refuse(String(reason)));

const script = document.createElement("script");
script.src = `/bundles/${handle}.js`;
script.addEventListener("error", () => refuse(`${handle} is not built: npm run build:all`));
script.addEventListener("load", () => {
  const run = rendered.get(target);
  if (run) run();
  else refuse(`${handle} does not extend ${target}`);
});
document.head.append(script);
