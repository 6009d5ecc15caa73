import path from "node:path";
import { getExtension } from "@shopify/ui-extensions-tester";
import { render } from "preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import words from "../../extensions/product-block/locales/en.default.json" with { type: "json" };
import type { ProductBlock } from "../../extensions/product-block/src/product-block.ts";
import { inEnglish } from "./in-english.ts";

const extension = getExtension("admin.product-details.block.render", {
  configSearchDir: path.resolve("extensions/product-block"),
});

const listed: ProductBlock = {
  path: "listings/018f-listing",
  status: { label: "In sync, edited by you", tone: "success" },
  issues: [],
  note: null,
  costs: { lowest: 1200, highest: 1800 },
  margins: { lowest: -50, highest: 540 },
  stock: { atService: 14, shown: 12 },
  confirmed: "Thu 26 Nov 2026, 10:42, by a regular check",
  kept: ["Title, since Thu 26 Nov"],
};

beforeEach(() => {
  extension.setUp();
  extension.shopify.data.selected = [{ id: "gid://shopify/Product/7701" }];
  extension.shopify.i18n.translate = inEnglish(words);
});

afterEach(() => {
  // The tester empties the page and leaves what Preact remembers of it.
  render(null, document.body);
  extension.tearDown();
});

function answer(...bodies: readonly (readonly [status: number, body: unknown])[]) {
  let next = 0;
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    const [status, body] = bodies[Math.min(next, bodies.length - 1)] ?? [500, null];
    next += 1;
    return Response.json(body, { status });
  });
  extension.fetch = fetch;
  return fetch;
}

const shown = () => document.body.textContent ?? "";

it("says that it loads until the app answers", async () => {
  extension.fetch = () => new Promise<Response>(() => undefined);
  await extension.render();
  expect(document.body.querySelector("s-spinner")?.getAttribute("accessibilityLabel")).toBe(
    "Loading the product",
  );
});

it("shows wholesale, margin, stock, when it was last confirmed and what is locked", async () => {
  const fetch = answer([200, listed]);
  await extension.render();
  await vi.waitFor(() => expect(shown()).toContain("WholesaleRs 1,200 – Rs 1,800"));
  expect(fetch.mock.calls.map(([address]) => address)).toEqual(["/extensions/products/7701"]);
  expect(shown()).toContain("Margin, deliveredabout −Rs 50 – Rs 540");
  expect(shown()).toContain("Stock at the supplier14");
  expect(shown()).toContain("Shown in Shopify12");
  expect(shown()).toContain("Last confirmedThu 26 Nov 2026, 10:42, by a regular check");
  expect(shown()).toContain("Yours, left alone by KarwanTitle, since Thu 26 Nov");
  expect(document.body.querySelector("s-link")?.getAttribute("href")).toBe("app:listings/018f-listing");
});

it("tells what is not known, and what it asks", async () => {
  const unknown = { costs: null, margins: null, confirmed: null, kept: [], note: "It is archived." };
  const stock = { atService: 0, shown: null };
  answer([200, { ...listed, ...unknown, stock, issues: ["It would be sold at a loss."] }]);
  await extension.render();
  await vi.waitFor(() => expect(shown()).toContain("Wholesalenot knownMargin, deliverednot known"));
  expect(shown()).toContain("Shown in Shopifynot written yetLast confirmednot yet");
  expect(shown()).toContain("It is archived.");
  expect(document.body.querySelector("s-banner")?.textContent).toBe("It would be sold at a loss.");
  expect(shown()).not.toContain("left alone");
});

it("tells where the product is not the supplier's", async () => {
  answer([404, null]);
  await extension.render();
  await vi.waitFor(() => expect(shown()).toBe("This product does not come from your supplier."));
});

it("tells that the app did not answer, and asks again on a press", async () => {
  answer([500, null], [200, listed]);
  await extension.render();
  await vi.waitFor(() => expect(document.body.querySelector("s-banner")).not.toBeNull());
  document.body.querySelector("s-button")?.dispatchEvent(new Event("click"));
  await vi.waitFor(() => expect(shown()).toContain("Wholesale"));
});
