import path from "node:path";
import { getExtension } from "@shopify/ui-extensions-tester";
import { render } from "preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import words from "../../extensions/order-block/locales/en.default.json" with { type: "json" };
import { inEnglish } from "./in-english.ts";
import { held, placed } from "./order-answers.ts";

const extension = getExtension("admin.order-details.action.render", {
  configSearchDir: path.resolve("extensions/order-block"),
});

const close = vi.fn<() => void>();

beforeEach(() => {
  extension.setUp();
  close.mockClear();
  extension.shopify.data.selected = [{ id: "gid://shopify/Order/4501" }];
  extension.shopify.i18n.translate = inEnglish(words);
  extension.shopify.close = close;
});

afterEach(() => {
  // The tester empties the page and leaves what Preact remembers of it.
  render(null, document.body);
  extension.tearDown();
});

/** One answer to each question. */
function answer(...bodies: readonly (readonly [status: number, body: unknown])[]) {
  const left = [...bodies];
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    const [status, body] = (left.length > 1 ? left.shift() : left[0]) ?? [500, null];
    return Response.json(body, { status });
  });
  extension.fetch = fetch;
  return fetch;
}

const shown = () => document.body.textContent ?? "";
const find = (selector: string) => [...document.body.querySelectorAll(selector)];

it("says in its frame that it loads until the app answers", async () => {
  extension.fetch = () => new Promise<Response>(() => undefined);
  await extension.render();
  const [action] = find("s-admin-action");
  expect([action?.getAttribute("heading"), action?.getAttribute("loading")]).toEqual([
    "Supplier's parcels",
    "true",
  ]);
});

it("shows what the block shows: parcels, tracking and the money both ways", async () => {
  const fetch = answer([200, placed]);
  await extension.render();
  await vi.waitFor(() => expect(shown()).toContain("Parcel 1 of 2"));
  expect(fetch.mock.calls.map(([address]) => address)).toEqual(["/extensions/orders/4501"]);
  expect(find("s-link").map((link) => link.getAttribute("href"))).toEqual([
    "app:orders/018f-order",
    "https://track.example/TCS-1",
  ]);
  expect(shown()).toContain("Deliveredabout Rs 1,540");
  expect(shown()).toContain("Refusedabout −Rs 350");
});

it("gives a hold's command by its button, and shows what came of it", async () => {
  const fetch = answer([200, held], [200, { ok: true, done: "Looking at it again" }], [200, placed]);
  await extension.render();
  await vi.waitFor(() => expect(shown()).toContain("The supplier refused the address."));
  find("s-banner s-button")[0]?.dispatchEvent(new Event("click"));
  await vi.waitFor(() => expect(shown()).toContain("Looking at it again"));
  const [, press] = fetch.mock.calls;
  expect(String(press?.[1]?.body)).toBe("intent=retry");
  await vi.waitFor(() => expect(shown()).not.toContain("The supplier refused the address."));
});

it("tells where nothing of the order is the supplier's", async () => {
  answer([404, null]);
  await extension.render();
  await vi.waitFor(() => expect(shown()).toContain("Nothing of this order comes from your supplier."));
});

it("closes its modal by its own button", async () => {
  answer([200, placed]);
  await extension.render();
  const [button] = find('s-button[slot="secondary-actions"]');
  expect(button?.textContent).toBe("Close");
  button?.dispatchEvent(new Event("click"));
  expect(close).toHaveBeenCalledOnce();
});
