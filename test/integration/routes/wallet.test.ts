import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { DEMO_LIVE_KEY, DEMO_TEST_KEY } from "#test/standins/supplier/defaults.ts";
import { createShopHarness } from "#test/support/shop-harness.ts";
import { addParcels } from "../payouts/payouts-harness.ts";
import { framed, installedShop, type Pages, startPages } from "./pages-harness.ts";

let pages: Pages;
let shopId: ShopId;

beforeAll(async () => {
  pages = await startPages();
  shopId = await installedShop(pages);
});
afterAll(() => pages?.close());

async function connectAndShip(key: string) {
  const [keyId = "", secret = ""] = key.split(":");
  await pages.press("settings/route", "/settings", { intent: "connect", keyId, secret });
  const db = pages.database.prisma;
  await db.supplierConnection.updateMany({
    where: { shopId, keyId: { not: keyId } },
    data: { active: false },
  });
  await db.supplierConnection.updateMany({ where: { shopId, keyId }, data: { active: true } });
  const { mode } = await db.supplierConnection.findFirstOrThrow({ where: { shopId, keyId } });
  const parcel = {
    status: "SHIPPED",
    rtoReservePkr: rupees(350),
    marginStatus: null,
    deliveredAt: null,
    mode,
  };
  await addParcels(createShopHarness({ db, serviceBaseUrl: "http://localhost:1" }), shopId, [parcel]);
  return (await pages.open("/wallet", framed(pages))).text();
}

describe("the note on how many COD orders fit", () => {
  it("says of a test key that its orders need no money", async () => {
    const html = await connectAndShip(DEMO_TEST_KEY);
    expect(html).toContain("Test orders take nothing from a wallet");
    expect(html).toContain("no money moves");
    expect(html).not.toContain("COD orders fit");
    expect(html).not.toContain("until you top up");
  });

  it("counts them for a live key", async () => {
    expect(await connectAndShip(DEMO_LIVE_KEY)).toMatch(/About [\d,]+ more COD orders fit your wallet/);
  });
});
