import path from "node:path";
import { getExtension } from "@shopify/ui-extensions-tester";
import { render } from "preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import words from "../../extensions/order-block/locales/en.default.json" with { type: "json" };
import { inEnglish } from "./in-english.ts";
import { held, placed } from "./order-answers.ts";

const extension = getExtension("admin.order-details.block.render", {
  configSearchDir: path.resolve("extensions/order-block"),
});

beforeEach(() => {
  extension.setUp();
  extension.shopify.data.selected = [{ id: "gid://shopify/Order/4501" }];
  extension.shopify.i18n.translate = inEnglish(words);
});

afterEach(() => {
  // The tester empties the page and leaves what Preact remembers of it.
  render(null, document.body);
  extension.tearDown();
});

/** Answers one after another; the last one stays. */
function answer(...responses: readonly (() => Response | Promise<Response>)[]) {
  let next = 0;
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    const response = responses[Math.min(next, responses.length - 1)];
    next += 1;
    if (!response) throw new TypeError("Failed to fetch");
    return response();
  });
  extension.fetch = fetch;
  return fetch;
}

const said =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });
const shown = () => document.body.textContent ?? "";
const find = (selector: string) => [...document.body.querySelectorAll(selector)];

it("says that it loads until the app answers", async () => {
  answer(() => new Promise<Response>(() => undefined));
  await extension.render();
  expect(
    find("s-admin-block s-spinner").map((spinner) => spinner.getAttribute("accessibilityLabel")),
  ).toEqual(["Loading the order"]);
});

it("asks the app for the order by Shopify's own number", async () => {
  const fetch = answer(said(placed));
  await extension.render();
  await vi.waitFor(() => expect(shown()).toContain("On the way"));
  expect(fetch.mock.calls.map(([address]) => address)).toEqual(["/extensions/orders/4501"]);
});

it("shows each parcel with its tracking, and the money both ways", async () => {
  answer(said(placed));
  await extension.render();
  await vi.waitFor(() => expect(shown()).toContain("Parcel 1 of 2"));
  expect(shown()).toContain("2 × Earbuds");
  expect(shown()).toContain("Parcel 2 of 2");
  expect(shown()).toContain("What it holds is not known yet.");
  expect(shown()).toContain("Courier and number appear here when it ships.");
  expect(find("s-link").map((link) => link.getAttribute("href"))).toEqual([
    "app:orders/018f-order",
    "https://track.example/TCS-1",
  ]);
  expect(shown()).toContain("Deliveredabout Rs 1,540");
  expect(shown()).toContain("Refusedabout −Rs 350");
  expect(shown()).toContain("Held nowRs 350");
});

it("says what a settled order brought, and what is not known", async () => {
  const costs = { settled: true, netPkr: -350, ifRefusedPkr: null, heldPkr: null };
  answer(said({ ...placed, isTest: true, money: costs }));
  await extension.render();
  await vi.waitFor(() => expect(shown()).toContain("This order costs youRs 350"));
  expect(shown()).toContain("A test order: no money moves.");
  render(null, document.body);
  extension.tearDown();
  extension.setUp();
  extension.shopify.data.selected = [{ id: "gid://shopify/Order/4501" }];
  extension.shopify.i18n.translate = inEnglish(words);
  answer(said({ ...placed, money: { ...costs, settled: false, netPkr: null } }));
  await extension.render();
  await vi.waitFor(() => expect(shown()).toContain("Deliverednot knownRefusednot known"));
});

it("tells where nothing of the order is the supplier's", async () => {
  answer(said(null, 404));
  await extension.render();
  await vi.waitFor(() => expect(shown()).toBe("Nothing of this order comes from your supplier."));
});

it("tells that the app did not answer, and asks again on a press", async () => {
  answer(said(null, 500), said(placed));
  await extension.render();
  await vi.waitFor(() =>
    expect(find("s-banner").map((banner) => banner.getAttribute("heading"))).toEqual([
      "Karwan did not answer. The order itself is not touched.",
    ]),
  );
  find("s-button")[0]?.dispatchEvent(new Event("click"));
  await vi.waitFor(() => expect(shown()).toContain("Parcel 1 of 2"));
});

it("shows a hold with its sentence, and its button gives the command once however often it is sent", async () => {
  const fetch = answer(
    said(held),
    said(null, 503),
    said({ ok: true, done: "Looking at it again" }),
    said({ ...placed, holds: [] }),
  );
  await extension.render();
  await vi.waitFor(() => expect(shown()).toContain("The supplier refused the address."));
  expect(
    find("s-banner s-button").map((button) => [button.textContent, button.getAttribute("href")]),
  ).toEqual([
    ["Try again now", null],
    ["Decide in Karwan", "app:orders/018f-order"],
  ]);
  find("s-banner s-button")[0]?.dispatchEvent(new Event("click"));
  await vi.waitFor(() => expect(shown()).toContain("Looking at it again"), { timeout: 5000 });
  const [, first, second] = fetch.mock.calls;
  expect([first?.[0], String(first?.[1]?.body)]).toEqual(["/extensions/orders/4501", "intent=retry"]);
  const pressOf = (init: RequestInit | undefined) => new Headers(init?.headers).get("x-karwan-press");
  expect(pressOf(first?.[1])).toMatch(/^[\da-f-]{36}$/);
  expect(pressOf(second?.[1])).toBe(pressOf(first?.[1]));
  await vi.waitFor(() => expect(shown()).not.toContain("The supplier refused the address."));
});

it("tells why a press was refused", async () => {
  answer(said(held), said({ ok: false, reason: "It was cancelled before." }, 200), said(held));
  await extension.render();
  await vi.waitFor(() => expect(shown()).toContain("Try again now"));
  find("s-banner s-button")[0]?.dispatchEvent(new Event("click"));
  await vi.waitFor(() => expect(shown()).toContain("It was cancelled before."));
});

it("does not claim to know what came of a press without an answer it can read", async () => {
  answer(said(held), said("not json of ours", 500), said(held));
  await extension.render();
  await vi.waitFor(() => expect(shown()).toContain("Try again now"));
  find("s-banner s-button")[0]?.dispatchEvent(new Event("click"));
  await vi.waitFor(() => expect(shown()).toContain("No answer came to your press."));
});

it("does not offer what the viewer may not give, and says why", async () => {
  const [hold] = held.holds;
  const refusal = { reason: "This order is prepaid.", detail: "Ask the owner." };
  const buttons = hold?.buttons.map((button) => ({ ...button, isDisabled: true }));
  answer(said({ ...held, refusal, holds: [{ ...hold, buttons }] }));
  await extension.render();
  await vi.waitFor(() => expect(shown()).toContain("This order is prepaid. Ask the owner."));
  expect(find("s-banner s-button")[0]?.getAttribute("disabled")).not.toBeNull();
});
