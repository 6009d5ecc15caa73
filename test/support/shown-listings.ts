import type { Prisma } from "@prisma/client";
import { z } from "zod";
import { rupees } from "#app/domain/money/rupees.ts";
import { suggestedRule } from "#app/domain/policy/pricing/price-rule.ts";
import { connectDatabase } from "#app/platform/database/db.server.ts";
import type { ListingId, ProductGid, ShopId, SupplierProductId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { Merchant } from "#test/demo/merchant.ts";
import { asId } from "#test/support/as-id.ts";
import { createListedVariant } from "./create-listed-variant.ts";
import { showRuns } from "./shown-runs.ts";
import type { ShownState } from "./shown-states.ts";
import { waitFor } from "./wait-for.ts";
import type { World } from "./world.ts";

const DAY_MS = 24 * 60 * 60_000;

type Made = Partial<Prisma.ListingUncheckedCreateInput>;

/** Ways a listing may stand, each on a row of its own beside the imported ones. */
const LISTINGS: Readonly<Record<string, Made>> = {
  failed: { state: "failed", failure: "refused_by_shopify", title: "Steel Lunch Box, 3 Tiers" },
  adding: { state: "importing", step: "stock", title: "Ceramic Dinner Set, 24 Pieces" },
  edited: { title: "Hand Blender 600 W", locked: { title: ago(3), images: ago(1) } },
  removed: { title: "Lawn Suit, Unstitched, 3 Pieces", takenOut: "draft" },
  taken_out: { title: "Digital Kitchen Scale", takenOut: "quantity" },
  locked_price: { title: "Stainless Thermos, 1 Litre" },
  mapped: { title: "My Own Tea Set", origin: "mapped" },
  costs: { title: "Rice Cooker, 1.8 Litres" },
  losing: { title: "Desk Fan, 3 Speeds", shippingPkr: rupees(800), losesMoney: true },
  own_rule: {
    title: "Air Fryer, 5 Litres",
    policy: { priceRule: { ...suggestedRule, base: { kind: "multiply", percent: 165 }, ending: "99" } },
  },
  unlinked: { title: "Wall Clock, Wooden", state: "unlinked" },
  gone: {
    title: "A product with a name so long that no phone of this world shows it in one line of its screen",
  },
};

function ago(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

/** The listings' pages in each state a merchant meets; asks for a shop with imported products. */
export async function* playShownListings(
  world: World,
  merchant: Merchant,
  home: string,
): AsyncGenerator<ShownState> {
  const { prisma, close } = connectDatabase(world.databaseUrl);
  try {
    const shop = await prisma.shop.findUniqueOrThrow({ where: { domain: merchant.shop } });
    const real = await prisma.listing.findFirstOrThrow({
      where: { shopId: shop.id, state: "ready", supplierProductId: asId("prd_cooker") },
    });
    const made = await makeListings(prisma, real);
    yield { name: "08-listings", path: `${home}/listings` };
    for (const state of ["needs_you", "removed", "edited"])
      yield { name: `08-listings-${state}`, path: `${home}/listings?state=${state}` };
    yield { name: "08-listings-found", path: `${home}/listings?search=kitchen` };
    yield { name: "08-listings-nothing-found", path: `${home}/listings?search=zzzz` };
    yield { name: "08-listing", path: `${home}/listings/${real.id}` };
    for (const [what, id] of Object.entries(made))
      yield { name: `08-listing-${what}`, path: `${home}/listings/${id}` };
    yield {
      ...{ name: "08-listing-own-rule-typed", path: `${home}/listings/${made.costs}` },
      act: async (app) => {
        await app.getByText("By a rule of its own").click();
        await app.getByText("Cost times a number").click();
        await app.getByLabel("Times", { exact: true }).fill("1.2");
      },
    };
    yield* showRuns({ prisma, home }, { real, made: Object.values(made) });
    const run = await merchant.press("listings", "/listings", {
      ...{ intent: "bulk", action: "policy", policy: "whenRemoved", value: "archive" },
      ids: [real.id, ...Object.values(made)].join(","),
    });
    yield { name: "08-listings-run", path: `${home}${z.string().parse(run)}` };
    // Deleting what the run is still at would be a deadlock now and then.
    const running = { shopId: shop.id, state: "running" as const };
    await waitFor(async () => (await prisma.bulkRun.count({ where: running })) === 0, { what: "the run" });
    const ids = Object.values(made);
    await prisma.attention.deleteMany({ where: { shopId: shop.id, thingId: { in: ids } } });
    await prisma.listing.deleteMany({ where: { shopId: shop.id, id: { in: ids } } });
  } finally {
    await close();
  }
}

type Db = ReturnType<typeof connectDatabase>["prisma"];
type Real = { readonly shopId: ShopId; readonly mode: Mode; readonly productGid: ProductGid | null };

async function makeListings(prisma: Db, real: Real): Promise<Record<string, ListingId>> {
  const { shopId, mode } = real;
  const made: Record<string, ListingId> = {};
  for (const [what, way] of Object.entries(LISTINGS)) {
    const isOut = what === "failed" || what === "unlinked";
    const productGid = isOut
      ? null
      : what === "gone"
        ? asId<ProductGid>("gid://shopify/Product/999")
        : real.productGid;
    const listing = await prisma.listing.create({
      data: {
        ...{
          shopId,
          mode,
          supplierProductId: asId<SupplierProductId>(`shown_${what}`),
          state: "ready",
          productGid,
          ...way,
        },
        removedAt: what === "removed" ? new Date(ago(2)) : null,
        takenOutAt: way.takenOut ? new Date(ago(2)) : null,
        unlinkedAt: what === "unlinked" ? new Date(ago(5)) : null,
        ...{ confirmedAt: new Date(ago(0.05)), confirmedBy: "sweep" },
      },
    });
    made[what] = listing.id;
    if (what === "failed") continue;
    for (const [at, size] of ["Small", "Large"].entries())
      await createListedVariant(prisma, listing, {
        ...{
          supplierVariantId: asId(`shown_${what}_${at}`),
          title: size,
          sku: `SH-${what.toUpperCase()}-${at}`,
        },
        ...{ wholesalePkr: rupees(900 + at * 400), minResalePkr: rupees(1100) },
        ...{ suggestedPkr: rupees(1499 + at * 500), pricePkr: rupees(1499 + at * 450), stock: 14 - at * 9 },
        ...{ pushedQuantity: what === "taken_out" ? 0 : 12 - at * 9, stockAt: new Date(ago(0.05)) },
        fixedPricePkr: at === 1 ? rupees(1949) : null,
      });
  }
  await makeHolds(prisma, shopId, made);
  await prisma.attention.create({
    data: {
      ...{ shopId, code: "import_failed", thing: "listing", thingId: made.failed ?? "" },
      params: {
        ...{ reason: "refused_by_shopify", title: "Steel Lunch Box, 3 Tiers" },
        detail: "Daily variant creation limit reached. Please try again later.",
      },
    },
  });
  return made;
}

/** A price that was set in Shopify, and a cost that rose above what the price brings. */
async function makeHolds(prisma: Db, shopId: ShopId, made: Record<string, ListingId>): Promise<void> {
  const [own] = await prisma.listingVariant.findMany({ where: { shopId, listingId: made.locked_price } });
  await prisma.listing.update({
    where: { shopId_id: { shopId, id: made.locked_price ?? "" } },
    data: { locked: { [`price/${own?.id}`]: ago(2) } },
  });
  const about = { title: "Rice Cooker, 1.8 Litres – Large", cost: 1300, costBefore: 1150, minimum: 1600 };
  const params = { ...about, price: 1949, below: "floor", others: 1 };
  const issue = { shopId, thing: "listing" as const, thingId: made.costs ?? "" };
  const loses = { title: "Desk Fan, 3 Speeds – Small", price: 1499, cost: 900, shipping: 800, loss: 201 };
  await prisma.attention.create({
    data: { ...issue, thingId: made.losing ?? "", code: "loses_money", params: { ...loses, others: 1 } },
  });
  await prisma.attention.createMany({
    data: [
      { ...issue, code: "cost_changed", params },
      { ...issue, code: "below_minimum", params: { ...params, price: 1499, below: "minimum", others: 0 } },
      { ...issue, code: "variants_gone", params: { title: "Rice Cooker, 1.8 Litres", names: "Red, Blue" } },
    ],
  });
}
