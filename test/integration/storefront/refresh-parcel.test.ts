import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "#app/domain/orders/commands/run-command.server.ts";
import { type PlacingShop, startPlacingShop } from "#test/integration/orders/placing-shop.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { findHoldWords } from "#test/support/find-hold-words.ts";
import { waitFor } from "#test/support/wait-for.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop?.close());

/** As a browser on the shop's own domain asks it. */
const look = (number: string, phone: string) => send({ number, phone });

const send = (fields: Readonly<Record<string, string>>) =>
  fetch(`${shop.shopify.url}/apps/karwan/track`, {
    method: "POST",
    headers: { "x-forwarded-host": DEMO_SHOP, cookie: "session=secret" },
    body: new URLSearchParams(fields),
  }).then((answer) => answer.text());

const asked = async (id: string) =>
  (await shop.supplier.control.requests({ path: `/orders/${id}/tracking` })).length;

describe("a customer who looks at an order of theirs", () => {
  it("sees it in the shop's theme, and has a lost event made up for, once in ten minutes", async () => {
    const phone = "+923211112233";
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)], customer: { firstName: "Ali", phone } });
    const [parcel] = await shop.atService(row);
    if (!parcel) throw new Error("There is no parcel");
    await shop.supplier.control.armFault({ kind: "webhook_lost", times: 10 });
    await shop.supplier.control.moveParcel({ id: parcel.id, status: "SHIPPED" });
    const page = await look(row.name, phone);
    expect(page).toContain("<header>");
    expect(page).toContain("Rs 1,800");
    await waitFor(async () => (await asked(parcel.id)) > 0, { what: "the service to be asked" });
    await shop.untilState(row.orderGid, "on_the_way");
    expect(await look(row.name, phone)).toContain('<li class="karwan-done" aria-current="step">On the way');
    for (let at = 0; at < 5; at += 1) await look(row.name, phone);
    await shop.rested(row.orderGid);
    expect(await asked(parcel.id)).toBe(1);
    const where = { kind: "parcel.refresh", shopId: shop.shopId };
    const work = await shop.app.db.work.findFirstOrThrow({ where });
    const restMs = (work.restsUntil?.getTime() ?? 0) - Date.now();
    expect(restMs).toBeGreaterThan(9 * 60_000);
    expect(restMs).toBeLessThanOrEqual(10 * 60_000);
  });

  it("reaches the merchant with what the rider asked for, until somebody has answered it", async () => {
    await shop.supplier.control.clearFaults();
    const phone = "+923211112266";
    const row = await shop.buy({
      lines: [shop.line("cooker", 1600)],
      customer: { firstName: "Hina", phone },
    });
    const [atService] = await shop.atService(row);
    await shop.supplier.control.moveParcel({ id: atService?.id ?? "", status: "SHIPPED" });
    await shop.untilState(row.orderGid, "on_the_way");
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`);
    const page = await look(row.name, phone);
    const [order = "", parcel = ""] = ["order", "parcel"].map((name) => hidden(name).exec(page)?.[1] ?? "");
    const answer = await send({ intent: "other_sum", order, parcel, sum: "2,800" });
    expect(answer).toContain("The shop has been told");
    const where = { thingId: row.id, code: "rider_asked_other_sum" as const };
    const isOpen = async () =>
      (await shop.app.db.attention.count({ where: { ...where, resolvedAt: null } })) > 0;
    await waitFor(isOpen, { what: "the merchant to be told" });
    expect(await findHoldWords(shop.app, where)).toMatchObject({ asked: 2800, due: 1800, part: 1, of: 1 });
    const answered = await runCommand({ ctx: await shop.context(), by: "Ali" }, row.id, {
      intent: "customer_answered",
    });
    expect(answered).toMatchObject({ ok: true });
    await waitFor(async () => !(await isOpen()), { what: "it to be answered" });
    await send({ intent: "other_sum", order, parcel, sum: "2900" });
    await shop.rested(row.orderGid);
    expect(await isOpen()).toBe(false);
  });

  it("costs the service nothing where the number or the phone is wrong", async () => {
    const phone = "+923211112244";
    const row = await shop.buy({
      lines: [shop.line("cooker", 1600)],
      customer: { firstName: "Sana", phone },
    });
    const [parcel] = await shop.atService(row);
    await look(row.name, "+923219999999");
    await look("9999", phone);
    await shop.rested(row.orderGid);
    expect(await asked(parcel?.id ?? "")).toBe(0);
  });

  it("is shown the page while the service does not answer", async () => {
    const phone = "+923211112255";
    const row = await shop.buy({
      lines: [shop.line("cooker", 1600)],
      customer: { firstName: "Omar", phone },
    });
    await shop.supplier.control.armFault({ kind: "error", when: "before", method: "GET", path: "/tracking" });
    expect(await look(row.name, phone)).toContain("Rs 1,800");
    const work = () =>
      shop.app.db.work.findFirst({ where: { kind: "parcel.refresh", lastError: { not: null } } });
    await shop.rested(row.orderGid);
    expect(await work()).toBeNull();
  });
});
