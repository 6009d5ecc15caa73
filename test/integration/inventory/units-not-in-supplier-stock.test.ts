import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  loadKnownCommittedUnits,
  loadUnitsNotInSupplierStock,
} from "#app/domain/inventory/load-units-not-in-supplier-stock.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { HandoffState } from "#app/domain/orders/placement/handoff-state.ts";
import type {
  FulfillmentOrderGid,
  FulfillmentOrderLineGid,
  LineItemGid,
  SupplierProductId,
  SupplierVariantId,
} from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { asId } from "#test/support/as-id.ts";
import { createLinkedVariant } from "#test/support/create-linked-variant.ts";
import { createListedVariant } from "#test/support/create-listed-variant.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

const mode: Mode = "live";
const readAt = new Date("2026-11-22T10:00:00Z");
const before = new Date(readAt.getTime() - 1000);
const after = new Date(readAt.getTime() + 1000);

let database: TestDatabase;
let ours: ShopRows;
let theirs: ShopRows;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.prisma.shop.deleteMany();
  ours = await createShop("ours");
  theirs = await createShop("theirs");
});
afterAll(() => database.drop());

type ShopRows = Awaited<ReturnType<typeof createShop>>;

/** A shop that lists the service's variant `v1` as one variant of Shopify; the gids are the same in every shop. */
async function createShop(name: string) {
  const { prisma: db } = database;
  const { id: shopId } = await db.shop.create({ data: { domain: `${name}.myshopify.com` } });
  const listing = await db.listing.create({
    data: { shopId, mode, supplierProductId: asId("p1"), state: "ready" },
  });
  await createListedVariant(db, listing, { supplierVariantId: asId("v1"), variantGid: asId("gid://1") });
  const order = (orderGid: string) => db.order.create({ data: { shopId, orderGid: asId(orderGid) } });
  return {
    shopId,
    /** The variant of Shopify is a bundle of three, by a person's word, whatever else it is listed as. */
    async links(): Promise<void> {
      const component = {
        supplierProductId: asId<SupplierProductId>("p1"),
        supplierVariantId: asId<SupplierVariantId>("v1"),
        position: 1,
        quantity: 3,
      };
      await createLinkedVariant(db, { shopId, mode, variantGid: asId("gid://1"), by: "1" }, component);
    },
    /** Units in Shopify that no handoff holds. */
    async waits(free: number, committed = free): Promise<void> {
      const { id: orderId } = await order(`gid://waits/${free}`);
      await db.openUnit.create({
        data: {
          shopId,
          orderId,
          variantGid: asId("gid://1"),
          knownCommittedUnits: committed,
          unallocatedUnits: free,
        },
      });
    },
    /** A handoff of the variant; `takenAt` is when the service says it took a placed one. */
    async hands(handoff: {
      readonly state: HandoffState;
      readonly quantity: number;
      readonly takenAt?: Date;
      readonly mode?: Mode;
    }): Promise<void> {
      const { quantity, ...rest } = handoff;
      const name = `gid://hands/${JSON.stringify(handoff)}`;
      const { id: orderId } = await order(name);
      const item = {
        position: 1,
        lineGid: asId<LineItemGid>("l"),
        fulfillmentOrderGid: asId<FulfillmentOrderGid>("f"),
        fulfillmentOrderLineGid: asId<FulfillmentOrderLineGid>("fl"),
      };
      await db.handoff.create({
        data: {
          ...{ shopId, orderId, mode, sequence: 1, externalOrderId: asId(name), paymentMode: "COD" },
          ...{
            collectsPkr: rupees(1800),
            shippingPkr: rupees(200),
            terms: {},
            customerEnc: new Uint8Array(),
          },
          ...rest,
          items: {
            create: {
              ...item,
              supplierVariantId: asId("v1"),
              quantity,
              resalePkr: rupees(1600),
              wholesalePkr: rupees(1000),
            },
          },
        },
      });
    },
  };
}

/** Units left out of what is shown, by whether the service may know of them. */
async function leftOut({ shopId }: ShopRows) {
  const rows = await loadUnitsNotInSupplierStock(database.prisma, { shopId, mode }, [asId("v1")], readAt);
  return rows
    .map(({ units, takenAt }) => [units, takenAt] as const)
    .toSorted(([unitsA], [unitsB]) => unitsA - unitsB);
}

it("leaves out every unit of a placing whose outcome is unknown", async () => {
  await ours.hands({ state: "sending", quantity: 3 });
  expect(await leftOut(ours)).toEqual([[3, null]]);
});

it("leaves out what the service took after its figure was read, and not what it took before or refused", async () => {
  await ours.hands({ state: "placed", quantity: 4, takenAt: after });
  await ours.hands({ state: "placed", quantity: 5, takenAt: before });
  await ours.hands({ state: "refused", quantity: 6 });
  expect(await leftOut(ours)).toEqual([[4, after]]);
});

it("leaves out what waits here, and counts what stands", async () => {
  await ours.waits(2, 7);
  expect(await leftOut(ours)).toEqual([[2, null]]);
  expect(await loadKnownCommittedUnits(database.prisma, ours.shopId, [asId("gid://1")])).toEqual(
    new Map([["gid://1", 7]]),
  );
});

it("counts a bundle's units by its parts, and by nothing else", async () => {
  await ours.links();
  await ours.waits(2);
  expect(await leftOut(ours)).toEqual([[6, null]]);
});

it("leaves out nothing that another shop sold or has waiting, of the very same variant", async () => {
  await theirs.waits(2);
  await theirs.hands({ state: "sending", quantity: 3 });
  await theirs.hands({ state: "placed", quantity: 4, takenAt: after });
  expect(await leftOut(theirs)).toHaveLength(3);
  expect(await leftOut(ours)).toEqual([]);
  expect(await loadKnownCommittedUnits(database.prisma, ours.shopId, [asId("gid://1")])).toEqual(new Map());
});

it("counts what waits by this shop's own word of what the variant is", async () => {
  await theirs.links();
  await ours.waits(2);
  expect(await leftOut(ours)).toEqual([[2, null]]);
  await theirs.waits(2);
  expect(await leftOut(theirs)).toEqual([[6, null]]);
  expect(await leftOut(ours)).toEqual([[2, null]]);
  await ours.links();
  expect(await leftOut(ours)).toEqual([[6, null]]);
});

it("leaves out nothing that was handed off in the other mode", async () => {
  await ours.hands({ state: "sending", quantity: 3, mode: "test" });
  expect(await leftOut(ours)).toEqual([]);
});
