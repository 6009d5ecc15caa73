import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { ShopId } from "#app/platform/ids.ts";
import {
  answerOf,
  installedShop,
  OTHER_SHOP,
  type PageRequest,
  type Pages,
  startPages,
} from "./pages-harness.ts";

const HOME = "home/route";

let pages: Pages;
let shopId: ShopId;

beforeAll(async () => {
  pages = await startPages();
});
// Each test finds a shop that was just set up.
beforeEach(async () => {
  await pages.database.prisma.shop.deleteMany();
  shopId = await installedShop(pages);
});
afterAll(() => pages?.close());

describe("the guide", () => {
  const guide = z.object({ setup: z.object({ kind: z.string() }) });
  const home = async () => guide.parse(await (await pages.read(HOME, "/?index")).json()).setup.kind;
  const answer = (word: string) =>
    pages.press(HOME, "/?index", { intent: "answer", question: "setup_guide", answer: word });

  it("puts the guide away when asked, and brings it back", async () => {
    expect(await home()).toBe("shown");
    expect(await answerOf(await answer("put_away"))).toEqual({ ok: true, done: "Hidden" });
    expect(await home()).toBe("put_away");
    expect(await answerOf(await answer("shown"))).toEqual({ ok: true, done: "Shown again" });
    expect(await home()).toBe("shown");
  });
});

describe("the guide's questions about routing", () => {
  const save = (fields: Readonly<Record<string, string>>) =>
    pages.press("settings/route", "/settings", fields);
  const guide = z.object({
    setup: z.object({
      setup: z.object({
        steps: z.array(z.object({ step: z.string(), state: z.string() })),
        routing: z.object({ autoPrepaid: z.boolean(), autoCod: z.boolean() }),
      }),
    }),
  });
  const shown = async (asked?: PageRequest) =>
    guide.parse(await (await pages.read(HOME, "/?index", asked)).json()).setup.setup;
  const isAsked = async () => (await shown()).steps.find(({ step }) => step === "routing")?.state !== "done";
  const saved = () => pages.database.prisma.listingSettings.findUnique({ where: { shopId } });
  const allOff = { intent: "save", autoPrepaid: "false", autoCod: "false", markPaidOnDelivery: "false" };
  const answers = {
    intent: "set_up_routing",
    autoPrepaid: "true",
    autoCod: "true",
    codGateways: "Cash on Delivery (COD)\nCash",
    shippingShare: "all_ours",
    senderName: "Rang",
    whenCostChanges: "keep_margin",
    courierApps: "no",
  };

  it("propose both switches on, but what the merchant chose where there was a choice", async () => {
    await installedShop(pages, { shop: OTHER_SHOP });
    expect((await shown({ shop: OTHER_SHOP })).routing).toEqual({ autoPrepaid: true, autoCod: true });
    await save({ intent: "save", autoPrepaid: "false", autoCod: "true" });
    expect((await shown()).routing).toEqual({ autoPrepaid: false, autoCod: true });
    await save(allOff);
    expect((await shown()).routing).toEqual({ autoPrepaid: false, autoCod: false });
  });

  it("are asked until all are answered, with one press, and keep everything else", async () => {
    await save(allOff);
    expect(await isAsked()).toBe(true);
    const before = await saved();
    expect(before?.whenCostChanges ?? "rule").toBe("rule");
    expect(await answerOf(await save(answers))).toEqual({ ok: true, done: "Saved" });
    expect(await isAsked()).toBe(false);
    expect(await saved()).toMatchObject({ whenCostChanges: "keep_margin", whenRemoved: "draft" });
    const shop = await pages.database.prisma.shop.findUniqueOrThrow({ where: { id: shopId } });
    expect(shop).toMatchObject({
      ...{ shippingShare: "all_ours", senderName: "Rang", markPaidOnDelivery: false },
      ...{ codGateways: ["Cash on Delivery (COD)", "Cash"], autoCodBy: "1", autoPrepaidBy: "1" },
    });
  });

  it("move no date of a switch when they are answered again", async () => {
    const row = () => pages.database.prisma.shop.findUniqueOrThrow({ where: { id: shopId } });
    await save(answers);
    const before = await row();
    expect([before.autoCodSince, before.autoPrepaidSince]).not.toContain(null);
    await save(answers);
    const after = await row();
    expect([after.autoCodSince, after.autoPrepaidSince]).toEqual([
      before.autoCodSince,
      before.autoPrepaidSince,
    ]);
  });

  it.each(["whenCostChanges", "courierApps", "shippingShare"])(
    "are not answered by a word nobody offers: %s",
    async (name) => {
      await save(answers);
      expect((await save({ ...answers, [name]: "guess" })).status).toBe(400);
      expect((await saved())?.whenCostChanges).toBe("keep_margin");
    },
  );
});
