import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { rupees } from "#app/domain/money/rupees.ts";
import { createMerchant } from "#test/demo/merchant.ts";
import { connectShop } from "#test/demo/set-up-shop.ts";
import { addParcels } from "#test/integration/payouts/payouts-harness.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_TEST_KEY } from "#test/standins/supplier/defaults.ts";
import { createShopHarness } from "#test/support/shop-harness.ts";
import { type Pages, startPages } from "./pages-harness.ts";

let pages: Pages;

beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages?.close());

const sum = z.object({ parcels: z.number(), amountPkr: z.number() });
const shown = z.object({
  leaving: z.object({ comes: z.object({ margin: sum, fee: sum }), wallet: z.null() }),
});

it("names the money that is still to come in the live mode, though a test key is in use", async () => {
  await connectShop(createMerchant(pages.world, DEMO_SHOP), DEMO_TEST_KEY);
  const db = pages.database.prisma;
  const { id } = await db.shop.findUniqueOrThrow({ where: { domain: DEMO_SHOP } });
  const harness = createShopHarness({ db, serviceBaseUrl: "http://localhost:1" });
  await addParcels(harness, id, [{}, { mode: "test", marginPkr: rupees(9000) }]);
  await pages.read("wallet/route", "/wallet");
  const { leaving } = shown.parse(await (await pages.read("settings/topic/route", "/settings/leave")).json());
  expect(leaving.comes).toMatchObject({ margin: { parcels: 1, amountPkr: 540 }, fee: { parcels: 0 } });
});
