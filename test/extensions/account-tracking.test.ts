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
const button = () => document.body.querySelector("s-button");
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
