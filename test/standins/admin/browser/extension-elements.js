// The Polaris elements the extensions use, each with the properties it may have here: whatever else they draw is refused.
// https://shopify.dev/docs/api/admin-extensions/2026-07/polaris-web-components
const gaps = { base: "12px", small: "8px", "small-300": "4px" };
const tones = {
  auto: "#e3e3e3",
  neutral: "#e3e3e3",
  info: "#d5ebff",
  success: "#cdfee1",
  caution: "#fff1c2",
  warning: "#ffe3cc",
  critical: "#fee9e8",
};
const textTones = { auto: "inherit", success: "#014b40", critical: "#8e0b21" };

const escapeHtml = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
const oneOf = (values) => (value) => Object.hasOwn(values, value);
const words =
  (...values) =>
  (value) =>
    values.includes(value);
const anything = () => true;
const flag = (value) => typeof value === "boolean" || value === "" || value === null;

/** By name: what each property may be, and how the element is drawn. */
const elements = {
  "s-admin-block": {
    properties: { heading: anything, collapsedSummary: anything },
    draw: ({ heading }) => `<section><h2>${escapeHtml(heading ?? "")}</h2><slot></slot></section>`,
    style: "section{padding:16px} h2{margin:0 0 12px;font-size:14px}",
  },
  "s-admin-action": {
    properties: { heading: anything, loading: flag },
    slots: ["primary-action", "secondary-actions"],
    draw: ({ heading, loading }) =>
      `<section aria-busy="${Boolean(loading)}"><h2>${escapeHtml(heading ?? "")}</h2><slot></slot>
        <footer><slot name="secondary-actions"></slot><slot name="primary-action"></slot></footer></section>`,
    style: `section{padding:16px} h2{margin:0 0 12px;font-size:14px}
      footer{display:flex;flex-wrap:wrap;justify-content:end;gap:8px;margin-top:16px}`,
  },
  "s-section": {
    properties: { heading: anything },
    draw: ({ heading }) => `<section><h2>${escapeHtml(heading ?? "")}</h2><slot></slot></section>`,
    style: "section{padding:16px} h2{margin:0 0 12px;font-size:14px}",
  },
  "s-stack": {
    properties: {
      direction: words("inline", "block"),
      gap: oneOf(gaps),
      justifyContent: words("space-between"),
    },
    draw: ({ direction, gap, justifyContent }) => {
      const inline = direction === "inline" ? "row;flex-wrap:wrap;align-items:center" : "column";
      return `<div style="display:flex;flex-direction:${inline};gap:${gaps[gap] ?? 0};justify-content:${justifyContent ?? "start"}"><slot></slot></div>`;
    },
  },
  "s-text": {
    properties: {
      type: words("strong", "generic"),
      tone: oneOf(textTones),
      color: words("base", "subdued"),
      fontVariantNumeric: words("tabular-nums"),
    },
    draw: ({ type, tone, color }) => {
      const ink = color === "subdued" ? "#616161" : (textTones[tone] ?? "inherit");
      return `<span style="color:${ink};font-weight:${type === "strong" ? 650 : 450}"><slot></slot></span>`;
    },
    style: "span{font-variant-numeric:tabular-nums}",
  },
  "s-paragraph": { properties: {}, draw: () => "<p><slot></slot></p>", style: "p{margin:0}" },
  "s-heading": {
    properties: {},
    draw: () => "<h3><slot></slot></h3>",
    style: "h3{margin:0;font-size:13px;font-weight:650}",
  },
  "s-divider": {
    properties: {},
    draw: () => "<hr>",
    style: "hr{border:0;border-top:1px solid #e3e3e3;margin:0}",
  },
  "s-badge": {
    properties: { tone: oneOf(tones) },
    draw: ({ tone }) => `<span style="background:${tones[tone] ?? tones.auto}"><slot></slot></span>`,
    style: "span{padding:2px 8px;border-radius:8px;font-size:12px;white-space:nowrap}",
  },
  "s-banner": {
    properties: { heading: anything, tone: words("auto", "critical", "warning", "success", "info") },
    draw: ({ heading, tone }) =>
      `<div role="status" style="background:${tones[tone] ?? tones.auto}">${heading ? `<b>${escapeHtml(heading)}</b>` : ""}<slot></slot></div>`,
    style: "div{padding:12px;border-radius:8px;display:grid;gap:8px}",
  },
  "s-spinner": {
    properties: { accessibilityLabel: anything },
    draw: ({ accessibilityLabel }) =>
      `<span role="img" aria-label="${escapeHtml(accessibilityLabel ?? "")}">…</span>`,
  },
  "s-link": {
    properties: { href: anything, target: words("_blank") },
    draw: ({ href, target }) => anchor(href, target),
  },
  "s-button": {
    properties: {
      variant: words("primary", "secondary", "tertiary"),
      disabled: flag,
      loading: flag,
      href: anything,
    },
    draw: ({ variant, disabled, loading, href }) =>
      href
        ? anchor(href)
        : `<button class="${variant ?? ""}" ${disabled || loading ? "disabled" : ""}><slot></slot></button>`,
    style: `button{font:inherit;min-height:28px;padding:4px 12px;border:1px solid #8a8a8a;border-radius:8px;background:#fff;cursor:pointer}
      button.primary{background:#303030;color:#fff} button:disabled{opacity:.5;cursor:default}`,
  },
};

/** A page of the world, or one of the storefront that stands on this machine. */
const isWebPage = (href) => href.startsWith("https://") || /^http:\/\/[\w-]+\.localhost:/.test(href);

/** `app:` leads to a page of the app, in the admin around this page; others open in place of that page. */
function anchor(href, target = "_top") {
  const isOfApp = href.startsWith("app:");
  if (!isOfApp && !isWebPage(href)) throw new Error(`No place of the admin: ${href}`);
  if (isOfApp) return `<a href="#${escapeHtml(href)}"><slot></slot></a>`;
  return `<a href="${escapeHtml(href)}" target="${target}" rel="noopener"><slot></slot></a>`;
}

/** @param open Follows a link into the app. @param refuse Takes the sentence of what is not known here. */
export function defineElements({ open, refuse }) {
  for (const [name, element] of Object.entries(elements)) define(name, element, { open, refuse });
  new MutationObserver((changes) => {
    for (const { addedNodes, target, attributeName } of changes) {
      if (attributeName) refuseAttribute(target, attributeName, refuse);
      for (const node of addedNodes) for (const each of withInner(node)) refuseUnknown(each, refuse);
    }
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
}

function withInner(node) {
  return node instanceof Element ? [node, ...node.querySelectorAll("*")] : [];
}

function refuseUnknown(element, refuse) {
  if (!Object.hasOwn(elements, element.localName)) return refuse(`<${element.localName}> is not known here`);
  for (const { name } of element.attributes) refuseAttribute(element, name, refuse);
}

function refuseAttribute(element, attribute, refuse) {
  if (attribute === "slot") return refuseSlot(element, refuse);
  const { properties } = elements[element.localName] ?? { properties: {} };
  if (!Object.keys(properties).some((name) => name.toLowerCase() === attribute))
    refuse(`<${element.localName}> has no ${attribute} here`);
}

function refuseSlot({ localName, slot, parentElement }, refuse) {
  const around = parentElement?.localName;
  if (!elements[around]?.slots?.includes(slot))
    refuse(`<${localName}> has no slot ${slot} in <${around}> here`);
}

function define(name, { properties, draw, style = "" }, { open, refuse }) {
  const names = Object.keys(properties);
  class PolarisElement extends HTMLElement {
    static observedAttributes = names.map((each) => each.toLowerCase());
    values = {};

    constructor() {
      super();
      this.attachShadow({ mode: "open", delegatesFocus: true });
      this.shadowRoot.addEventListener("click", (event) => {
        const href = event.target.closest?.("a")?.getAttribute("href");
        const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
        const path = (href ?? link?.getAttribute("href"))?.match(/^#app:(.*)$/)?.[1];
        if (path === undefined) return;
        event.preventDefault();
        open(`/${path}`);
      });
    }

    connectedCallback() {
      this.draw();
    }

    attributeChangedCallback(attribute, _, value) {
      this[names.find((each) => each.toLowerCase() === attribute)] = value ?? undefined;
    }

    draw() {
      try {
        this.shadowRoot.innerHTML = `<style>${style}</style>${draw(this.values)}`;
      } catch (error) {
        refuse(error.message);
      }
    }
  }
  for (const [property, isAllowed] of Object.entries(properties)) {
    Object.defineProperty(PolarisElement.prototype, property, {
      get() {
        return this.values[property] ?? "";
      },
      set(value) {
        if (value !== undefined && !isAllowed(value))
          refuse(`<${name}> takes no ${property} of ${JSON.stringify(value)} here`);
        this.values[property] = value;
        if (this.isConnected) this.draw();
      },
    });
  }
  customElements.define(name, PolarisElement);
}
