import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { ShopId } from "#app/platform/ids.ts";
import { createListing, framed, installedShop, OTHER_SHOP, type Pages, startPages } from "./pages-harness.ts";

let pages: Pages;
let shopId: ShopId;
let otherShopId: ShopId;

beforeAll(async () => {
  pages = await startPages();
  shopId = await installedShop(pages);
  otherShopId = await installedShop(pages, { shop: OTHER_SHOP });
});
afterAll(() => pages?.close());

describe("a run whose page has moved", () => {
  const runId = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
  it.each([
    [`/orders/bulk/${runId}`, `/runs/orders/${runId}`],
    [`/listings/runs/${runId}?only=refused`, `/runs/listings/${runId}?only=refused`],
    [`/imports/${runId}?after=49`, `/runs/imports/${runId}?after=49`],
    [`/changes/${runId}?view=raised`, `/runs/changes/${runId}?view=raised`],
  ])("is led to from %s", async (before, after) => {
    const response = await pages.read("unknown-page", before);
    expect(response.headers.get("x-remix-redirect")).toBe(after);
  });

  it.each(["/runs/orders/1", `/runs/parcels/${runId}`, `/changes/${runId}/more`])(
    "is nothing at %s",
    async (path) => {
      expect((await pages.open(path, framed(pages))).status).toBe(404);
    },
  );
});

describe("an import", () => {
  const shown = z.object({ imported: z.unknown() });
  const importedOf = async () =>
    shown.parse(await (await pages.read("listings/route", "/listings")).json()).imported ?? null;
  const run = { mode: "live" as const, kind: "import" as const, by: "1" };

  it("is shown while it runs, and for a day after its end", async () => {
    const { prisma } = pages.database;
    expect(await importedOf()).toBeNull();
    const anHourAgo = new Date(Date.now() - 3_600_000);
    const over = { ...run, shopId, state: "done" as const, createdAt: anHourAgo, finishedAt: anHourAgo };
    const { id } = await prisma.bulkRun.create({ data: over });
    const items = [];
    for (const state of ["done", "done", "refused"] as const) {
      const listing = await createListing(pages, shopId);
      items.push({ shopId, runId: id, listingId: listing.id, position: items.length, state });
    }
    await prisma.bulkItem.createMany({ data: items });
    expect(await importedOf()).toMatchObject({ id, state: "done", total: 3, done: 2, refused: 1 });
    const older = { createdAt: new Date(Date.now() - 7_200_000), finishedAt: null };
    const running = await prisma.bulkRun.create({ data: { ...run, ...older, shopId, state: "running" } });
    expect(await importedOf()).toMatchObject({ id: running.id, state: "running" });
    const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
    await prisma.bulkRun.updateMany({
      where: { shopId },
      data: { state: "done", finishedAt: twoDaysAgo },
    });
    expect(await importedOf()).toBeNull();
  });

  it("of another shop is not shown", async () => {
    await pages.database.prisma.bulkRun.create({ data: { ...run, shopId: otherShopId } });
    expect(await importedOf()).toBeNull();
  });
});

describe("a run that asks", () => {
  it("names the first ten listings that wait for an answer about the supplier's news", async () => {
    const { prisma } = pages.database;
    const asking = {
      shopId,
      mode: "live" as const,
      kind: "news_out" as const,
      by: "karwan",
      state: "asking" as const,
    };
    const { id: runId } = await prisma.bulkRun.create({ data: asking });
    for (let position = 0; position < 12; position += 1) {
      const listing = await createListing(pages, shopId, { title: `Waiting ${position}` });
      await prisma.bulkItem.create({ data: { shopId, runId, listingId: listing.id, position } });
    }
    const html = await (await pages.open("/settings/supplier-changes", framed(pages))).text();
    const named = [...html.matchAll(/href="\/listings\/[\w-]+"[^>]*><bdi>(Waiting \d+)</g)];
    expect(named.map(([, title]) => title)).toEqual(Array.from({ length: 10 }, (_, at) => `Waiting ${at}`));
    expect(html).toContain("and 2 more");
  });
});
