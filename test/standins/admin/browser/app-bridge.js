// The stand-in of Shopify's App Bridge: what the embedded app sees as `window.shopify`, spoken over postMessage to the
// frame around it. It offers only what is written here; anything else on `shopify` throws, so that no page leans on it.
(() => {
  const script = document.currentScript;
  const frameOrigin = new URL(script.src).origin;
  const query = new URLSearchParams(location.search);
  const config = readConfig();

  if (window.top === window) {
    const inAdmin = new URL("/open", frameOrigin);
    inAdmin.searchParams.set("shop", config.shop ?? "");
    inAdmin.searchParams.set("path", location.pathname);
    location.replace(inAdmin);
    return;
  }

  const waiting = new Map();
  const heard = new Map();
  let nextQuestion = 1;
  function tell(kind, payload = {}) {
    window.parent.postMessage({ karwanBridge: true, kind, ...payload }, frameOrigin);
  }

  function ask(kind, payload = {}) {
    const question = nextQuestion++;
    tell(kind, { ...payload, question });
    return new Promise((resolve, reject) => waiting.set(question, { resolve, reject }));
  }

  addEventListener("message", ({ origin, source, data }) => {
    if (origin !== frameOrigin || source !== window.parent || !data?.karwanBridge) return;
    const asked = waiting.get(data.question);
    if (asked) {
      waiting.delete(data.question);
      if (data.error) asked.reject(new Error(data.error));
      else asked.resolve(data.answer);
      return;
    }
    heard.get(data.kind)?.(data);
  });

  function readConfig() {
    const remembered = JSON.parse(sessionStorage.getItem("karwan-bridge") ?? "{}");
    const known = {
      apiKey: document.querySelector('meta[name="shopify-api-key"]')?.content ?? script.dataset.apiKey,
      shop: query.get("shop") ?? remembered.shop,
      host: query.get("host") ?? remembered.host,
      locale: query.get("locale") ?? "en",
    };
    sessionStorage.setItem("karwan-bridge", JSON.stringify(known));
    return known;
  }

  const idToken = () => ask("id-token");

  // The page the app answers to a document request without a valid session token: come back with a fresh one.
  const reload = query.get("shopify-reload");
  if (reload) {
    idToken().then((token) => {
      const again = new URL(reload, location.origin);
      again.searchParams.set("id_token", token);
      location.replace(again);
    }, reportError);
    return;
  }

  const plainFetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== location.origin || request.headers.has("Authorization")) {
      return plainFetch(request);
    }
    const withToken = async (original) => {
      const headers = new Headers(original.headers);
      headers.set("Authorization", `Bearer ${await idToken()}`);
      headers.set("X-Requested-With", "XMLHttpRequest");
      return new Request(original, { headers });
    };
    const response = await plainFetch(await withToken(request.clone()));
    if (!response.headers.has("X-Shopify-Retry-Invalid-Session-Request")) return response;
    return plainFetch(await withToken(request));
  };

  // The admin's address follows the app's, so that a reload comes back to the same page.
  function tellPath() {
    const visible = new URLSearchParams(location.search);
    for (const name of ["shop", "host", "id_token", "embedded", "session", "locale", "hmac", "timestamp"]) {
      visible.delete(name);
    }
    const search = visible.size > 0 ? `?${visible}` : "";
    tell("path", { path: `${location.pathname}${search}` });
  }
  for (const name of ["pushState", "replaceState"]) {
    const plain = history[name].bind(history);
    history[name] = (...given) => {
      plain(...given);
      tellPath();
    };
  }
  addEventListener("popstate", tellPath);
  tellPath();

  // Until the page's own code listens, the admin opens a link of its menu as it opens the app.
  let hasRouter = false;
  const plainListen = window.addEventListener.bind(window);
  window.addEventListener = (type, ...given) => {
    if (type === "shopify:navigate") hasRouter = true;
    plainListen(type, ...given);
  };

  heard.set("navigate", ({ href }) => {
    const link = [...document.querySelectorAll("ui-nav-menu a, s-app-nav a, s-app-nav s-link")].find(
      (candidate) => candidate.getAttribute("href") === href,
    );
    if (link && hasRouter) link.dispatchEvent(new CustomEvent("shopify:navigate", { bubbles: true }));
    else tell("open", { href });
  });

  class NavMenu extends HTMLElement {
    connectedCallback() {
      this.style.display = "none";
      this.observer = new MutationObserver(() => this.tell());
      this.observer.observe(this, { childList: true, subtree: true, characterData: true, attributes: true });
      this.tell();
    }

    disconnectedCallback() {
      this.observer.disconnect();
    }

    tell() {
      const links = [...this.querySelectorAll("a, s-link")].map((link) => ({
        href: link.getAttribute("href"),
        label: link.textContent.trim(),
        isHome: link.getAttribute("rel") === "home",
      }));
      tell("nav", { links });
    }
  }

  /** What a save bar shows; its buttons live in the app and are pressed there. */
  class SaveBar extends HTMLElement {
    connectedCallback() {
      this.style.display = "none";
    }

    get showing() {
      return shownBar === this;
    }

    buttonOf(role) {
      return [...this.querySelectorAll("button")].find(
        (button) => (button.getAttribute("variant") === "primary") === (role === "save"),
      );
    }

    async show() {
      if (this.showing) return;
      shownBar = this;
      this.observer = new MutationObserver(() => this.tell());
      this.observer.observe(this, { childList: true, subtree: true, attributes: true });
      this.tell();
      this.dispatchEvent(new Event("show"));
    }

    async hide() {
      if (!this.showing) return;
      shownBar = null;
      this.observer.disconnect();
      tell("save-bar", { visible: false });
      this.dispatchEvent(new Event("hide"));
    }

    async toggle() {
      return this.showing ? this.hide() : this.show();
    }

    tell() {
      const stateOf = (role) => {
        const button = this.buttonOf(role);
        return {
          disabled: button?.disabled ?? false,
          loading: button?.hasAttribute("loading") && button.getAttribute("loading") !== "false",
        };
      };
      tell("save-bar", { visible: true, save: stateOf("save"), discard: stateOf("discard") });
    }
  }
  let shownBar = null;

  // A form with `data-save-bar` brings a save bar of its own.
  const barsOfForms = new WeakMap();
  function barOfForm(form) {
    const known = barsOfForms.get(form);
    if (known) return known;
    const bar = document.createElement("ui-save-bar");
    const save = document.createElement("button");
    save.setAttribute("variant", "primary");
    save.addEventListener("click", () => form.requestSubmit());
    const discard = document.createElement("button");
    discard.addEventListener("click", () => {
      form.reset();
      bar.hide();
    });
    bar.append(save, discard);
    document.body.append(bar);
    barsOfForms.set(form, bar);
    return bar;
  }
  const dirtyForm = ({ target }) => target.closest?.("form[data-save-bar]");
  addEventListener("input", (event) => {
    const form = dirtyForm(event);
    if (form) barOfForm(form).show();
  });
  addEventListener("submit", (event) => {
    const form = dirtyForm(event);
    if (form) barOfForm(form).hide();
  });

  heard.set("save-bar-press", ({ role }) => shownBar?.buttonOf(role)?.click());

  class AppModal extends HTMLElement {
    connectedCallback() {
      if (this.dialog) return;
      const root = this.attachShadow({ mode: "open" });
      root.innerHTML = `<style>dialog{border:0;border-radius:12px;padding:16px;max-width:min(620px,92vw)}</style>
        <dialog><slot></slot></dialog>`;
      this.dialog = root.querySelector("dialog");
      this.dialog.addEventListener("close", () => this.dispatchEvent(new Event("hide")));
      this.content = this.querySelector(":scope > div") ?? this;
    }

    async show() {
      if (this.dialog.open) return;
      this.dialog.showModal();
      this.dispatchEvent(new Event("show"));
    }

    async hide() {
      this.dialog.close();
    }

    async toggle() {
      return this.dialog.open ? this.hide() : this.show();
    }
  }

  class TitleBar extends HTMLElement {
    connectedCallback() {
      this.style.display = "none";
      tell("title", { title: this.getAttribute("title") ?? "" });
    }
  }

  customElements.define("ui-nav-menu", NavMenu);
  customElements.define("ui-save-bar", SaveBar);
  customElements.define("ui-modal", AppModal);
  customElements.define("ui-title-bar", TitleBar);

  const byId = (id) => {
    const element = document.getElementById(id);
    if (!element) throw new Error(`App Bridge: no element with the id ${id}`);
    return element;
  };
  const shownById = {
    show: (id) => byId(id).show(),
    hide: (id) => byId(id).hide(),
    toggle: (id) => byId(id).toggle(),
  };
  let nextToast = 1;
  const modelled = {
    config,
    origin: frameOrigin,
    ready: Promise.resolve(),
    environment: { mobile: false, embedded: true, pos: false },
    idToken,
    user: () => ask("user"),
    loading: (isLoading = true) => tell("loading", { isLoading }),
    toast: {
      show(message, options = {}) {
        const id = `toast-${nextToast++}`;
        tell("toast", {
          id,
          message,
          isError: options.isError ?? false,
          durationMs: options.duration ?? 5000,
        });
        return id;
      },
      hide: (id) => tell("toast-hide", { id }),
    },
    saveBar: {
      ...shownById,
      async leaveConfirmation() {
        if (shownBar && !(await ask("leave-confirmation"))) throw new Error("App Bridge: stayed on the page");
      },
    },
    modal: shownById,
    scopes: {
      query: () => ask("scopes-query"),
      request: (scopes) => ask("scopes-request", { scopes }),
    },
    resourcePicker: (options) => ask("resource-picker", { options }),
  };
  window.shopify = new Proxy(modelled, {
    get(target, name) {
      if (name in target || typeof name === "symbol" || name === "then" || name === "toJSON")
        return target[name];
      throw new Error(`The App Bridge stand-in does not model shopify.${name}`);
    },
  });
})();
