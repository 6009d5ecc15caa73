import path from "node:path";
import { getExtension } from "@shopify/ui-extensions-tester";
import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import english from "../../extensions/account-tracking/locales/en.default.json" with { type: "json" };
import urdu from "../../extensions/account-tracking/locales/ur.json" with { type: "json" };
import type { AccountOrder } from "../../extensions/account-tracking/src/account-order.ts";
import { inEnglish } from "./in-english.ts";

const extension = getExtension("customer-account.order-status.block.render", {
  configSearchDir: path.resolve("extensions/account-tracking"),
});

const moving: AccountOrder = {
  sender: "Rang Kurtas",
  order: "token-of-the-order",
  choices: null,
  parcels: [
    {
      steps: [
        { step: "received", isDone: true, day: "24 Nov" },
        { step: "on_the_way", isDone: true, day: "25 Nov" },
        { step: "delivered", isDone: false, day: null },
      ],
      ...{ end: null, cashPkr: 2499, courier: "TCS", trackingNumber: "779000111" },
      trackingUrl: "https://www.tcsexpress.com/track/779000111",
    },
    {
      steps: [{ step: "received", isDone: true, day: null }],
      end: { kind: "cancelled", day: "26 Nov" },
      ...{ cashPkr: null, courier: null, trackingNumber: null, trackingUrl: null },
    },
  ],
};

beforeEach(() => {
  vi.stubEnv("SHOPIFY_APP_URL", "https://app.example");
  extension.setUp();
  const { shopify } = extension;
  shopify.i18n.translate = inEnglish(english);
  shopify.order.value = { id: "gid://shopify/Order/4501", name: "#1042" };
  shopify.shop.storefrontUrl = "https://rang.example";
  shopify.sessionToken.get = async () => "the-token";
  withPhone(undefined);
});

afterEach(() => {
  // The tester empties the page and leaves what Preact remembers of it.
  render(null, document.body);
  extension.tearDown();
  vi.unstubAllEnvs();
});

/** The tester's page has no address; Shopify's has an empty one for an app that may not know customers. */
function withPhone(phone: string | undefined): void {
  const address = { value: phone === undefined ? undefined : { phone } };
  Object.defineProperty(extension.shopify, "shippingAddress", { value: address, configurable: true });
}

function answer(status: number, body: unknown = null) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(body, { status }));
  extension.fetch = fetch;
  return fetch;
}

const shown = () => document.body.textContent ?? "";
const button = () => [...document.body.querySelectorAll("s-button")].at(-1);
const href = () => button()?.getAttribute("href");

describe("where Shopify shows the phone to the app", () => {
  beforeEach(() => withPhone("+923001234567"));

  it("shows each parcel's steps, the cash to have ready, the sender and the courier", async () => {
    const fetch = answer(200, moving);
    await extension.render();
    await vi.waitFor(() => expect(shown()).toContain("Parcel 1 of 2"));
    for (const words of [
      ...["Cash to have ready for the courier: Rs 2,499", "Pay exactly this sum, and no other."],
      ...["✓ Received, 24 Nov", "✓ On the way, 25 Nov", "– Delivered", "TCS 779000111"],
      ...["✕ Cancelled, 26 Nov", "Sender printed on the parcel: Rang Kurtas"],
    ])
      expect(shown()).toContain(words);
    expect(document.body.querySelector("s-link")?.getAttribute("href")).toContain("tcsexpress");
    expect(button()?.textContent).toBe("See all about this order");
    expect(href()).toBe("https://rang.example/apps/karwan/track?lang=en&order=token-of-the-order");
    const [[address, init] = []] = fetch.mock.calls;
    expect(String(address)).toBe("https://app.example/account/track");
    expect(new Headers(init?.headers).get("authorization")).toBe("Bearer the-token");
    expect(String(init?.body)).toBe("number=%231042&phone=%2B923001234567&lang=en");
  });

  it("says that nothing is to be paid where it is paid", async () => {
    const [parcel] = moving.parcels;
    answer(200, { ...moving, parcels: [{ ...parcel, cashPkr: 0 }] });
    await extension.render();
    await vi.waitFor(() => expect(shown()).toContain("Nothing is to be paid at the door."));
    expect(shown()).not.toMatch(/Parcel 1|Rs /);
  });

  it("asks in the customer's language", async () => {
    extension.shopify.i18n.translate = inEnglish(urdu);
    const fetch = answer(200, moving);
    await extension.render();
    await vi.waitFor(() => expect(shown()).toContain("راستے میں ہے"));
    expect(String(fetch.mock.calls[0]?.[1]?.body)).toContain("lang=ur");
    expect(href()).toContain("lang=ur");
  });

  it("says that it looks until the app answers", async () => {
    extension.fetch = () => new Promise<Response>(() => undefined);
    await extension.render();
    const spinner = document.body.querySelector("s-spinner");
    expect(spinner?.getAttribute("accessibilityLabel")).toBe("Looking where it is");
  });
});

describe("while the customer may still choose", () => {
  const open: AccountOrder = {
    ...moving,
    choices: { order: "token-of-choices", isAsked: true, canCorrect: true },
  };
  const named = (words: string) =>
    [...document.body.querySelectorAll("s-button")].find(({ textContent }) => textContent === words);
  const press = (words: string) => named(words)?.dispatchEvent(new Event("click"));
  const sentTo = (fetch: ReturnType<typeof answer>) => fetch.mock.calls.map(([address]) => String(address));

  beforeEach(() => withPhone("+923001234567"));

  /** The block as it is drawn first; then the app answers so. */
  async function drawn(order: AccountOrder, status: number, body: unknown) {
    answer(200, order);
    await extension.render();
    await vi.waitFor(() => expect(shown()).toContain("No, cancel it"));
    return answer(status, body);
  }

  it("confirms in one press, with Shopify's token, and says what came of it", async () => {
    const fetch = await drawn(open, 200, { isDone: true, says: "Thank you." });
    expect(shown()).toContain("Do you want this order?");
    press("Yes, I want this order");
    await vi.waitFor(() => expect(shown()).toContain("Thank you."));
    expect(shown()).not.toContain("No, cancel it");
    const [[address, init] = []] = fetch.mock.calls;
    expect(String(address)).toBe("https://app.example/account/choose");
    expect(new Headers(init?.headers).get("authorization")).toBe("Bearer the-token");
    expect(String(init?.body)).toBe("intent=confirm&order=token-of-choices&lang=en");
  });

  it("cancels in two presses, of which the first can be taken back", async () => {
    const fetch = await drawn(open, 200, { isDone: false, says: "It is too late for this." });
    press("No, cancel it");
    await vi.waitFor(() => expect(shown()).toContain("Cancel this order?"));
    press("No, go back");
    await vi.waitFor(() => expect(shown()).toContain("Do you want this order?"));
    expect(sentTo(fetch)).toEqual([]);
    press("No, cancel it");
    await vi.waitFor(() => expect(named("Yes, cancel it")).toBeDefined());
    press("Yes, cancel it");
    await vi.waitFor(() => expect(shown()).toContain("It is too late for this."));
    expect(String(fetch.mock.calls[0]?.[1]?.body)).toContain("intent=cancel");
  });

  it("leads to the form in which address and phone are changed", async () => {
    await drawn(open, 200, null);
    expect(named("Change address or phone")?.getAttribute("href")).toBe(
      "https://rang.example/apps/karwan/order?lang=en&order=token-of-choices&do=change",
    );
  });

  it("says that nobody knows where no answer comes, and can be pressed again", async () => {
    await drawn(open, 503, null);
    press("Yes, I want this order");
    await vi.waitFor(() => expect(shown()).toContain("Nobody knows whether this arrived."));
    answer(200, { isDone: true, says: "Thank you." });
    press("Yes, I want this order");
    await vi.waitFor(() => expect(shown()).toContain("Thank you."));
  });

  it("asks nothing of whom nobody asks, and offers no form where nothing can be corrected", async () => {
    const given = { order: "token-of-choices", isAsked: false, canCorrect: false };
    await drawn({ ...open, choices: given }, 200, null);
    expect(shown()).not.toMatch(/Do you want|Yes, I want|Change address/);
    expect(shown()).toContain("Something to change?");
  });
});

describe("the link to the tracking page, with what to type there, is shown", () => {
  const showsLink = async () => {
    await vi.waitFor(() => expect(shown()).toContain("order number #1042"));
    expect(button()?.textContent).toBe("Track this order");
    expect(href()).toBe("https://rang.example/apps/karwan/track?lang=en");
  };

  it.each([401, 404, 429, 503])("where the app answers with %i", async (status) => {
    withPhone("+923001234567");
    answer(status);
    await extension.render();
    await showsLink();
  });

  it("where no answer comes", async () => {
    withPhone("+923001234567");
    extension.fetch = () => Promise.reject(new TypeError("no network"));
    await extension.render();
    await showsLink();
  });

  it("where Shopify shows the app no phone, and nothing is asked", async () => {
    const fetch = answer(200, moving);
    await extension.render();
    await showsLink();
    expect(fetch).not.toHaveBeenCalled();
  });

  it("where it was built without the app's address, and nothing is asked", async () => {
    withPhone("+923001234567");
    vi.stubEnv("SHOPIFY_APP_URL", undefined);
    const fetch = answer(200, moving);
    await extension.render();
    await showsLink();
    expect(fetch).not.toHaveBeenCalled();
  });

  it("where the order has no number yet, at Shopify's own name of a shop without a domain", async () => {
    extension.shopify.order.value = undefined;
    extension.shopify.shop.storefrontUrl = undefined;
    extension.shopify.shop.myshopifyDomain = "rang.myshopify.com";
    await extension.render();
    expect(shown()).toContain("You need the order number and the phone number");
    expect(href()).toBe("https://rang.myshopify.com/apps/karwan/track?lang=en");
  });
});

it("has the same words in both languages", () => {
  expect(Object.keys(urdu)).toEqual(Object.keys(english));
});

describe("the page that thanks for an order", () => {
  const thanks = getExtension("purchase.thank-you.block.render", {
    configSearchDir: path.resolve("extensions/account-tracking"),
  });

  beforeEach(() => {
    extension.tearDown();
    thanks.setUp();
    const { shopify } = thanks;
    shopify.i18n.translate = inEnglish(english);
    shopify.orderConfirmation.value = {
      order: { id: "gid://shopify/OrderIdentity/4501" },
      isFirstOrder: true,
    };
    shopify.shop.storefrontUrl = "https://rang.example";
    shopify.sessionToken.get = async () => "the-token";
    const address = { value: { phone: "+923001234567" } };
    Object.defineProperty(shopify, "shippingAddress", { value: address, configurable: true });
  });
  afterEach(() => {
    vi.useRealTimers();
    render(null, document.body);
    thanks.tearDown();
    extension.setUp();
  });

  it("asks once it knows the order, which it looks for by Shopify's id while the app may not know it yet", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const choices = { order: "token-of-choices", isAsked: true, canCorrect: true };
    const answers = [
      Response.json(null, { status: 404 }),
      Response.json({ ...moving, choices }, { status: 200 }),
    ];
    const fetch = vi.fn<typeof globalThis.fetch>(async () => answers.shift() ?? Response.error());
    thanks.fetch = fetch;
    await thanks.render();
    await vi.waitFor(() => expect(shown()).toContain("You need the order number and the phone number"));
    await vi.advanceTimersByTimeAsync(3000);
    await vi.waitFor(() => expect(shown()).toContain("Do you want this order?"));
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(String(fetch.mock.calls[0]?.[1]?.body)).toBe(
      "id=gid%3A%2F%2Fshopify%2FOrderIdentity%2F4501&phone=%2B923001234567&lang=en",
    );
  });

  it("leads to the tracking page where the app never comes to know it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(null, { status: 404 }));
    thanks.fetch = fetch;
    await thanks.render();
    for (const ms of [3000, 6000, 12_000, 60_000]) await vi.advanceTimersByTimeAsync(ms);
    expect(fetch).toHaveBeenCalledTimes(4);
    expect(href()).toBe("https://rang.example/apps/karwan/track?lang=en");
  });
});
