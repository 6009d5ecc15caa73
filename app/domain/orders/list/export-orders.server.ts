import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { parcelMoney } from "#app/domain/orders/money/parcel-money.ts";
import { type CsvRecord, csvHeadings, csvLines } from "#app/platform/csv-table.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { formatMoment } from "#app/platform/time/format-time.ts";
import { recordFact } from "../../timeline/record.server.ts";
import { isOnlyTest } from "../money/counted-handoffs.ts";
import { projectMargin } from "../money/project-margin.ts";
import { parcelsInWords } from "../parcels/parcels-in-words.ts";
import { findOrderIds, type OrderCursor } from "./find-order-ids.server.ts";
import type { OrdersQuery } from "./list-orders.server.ts";

const BATCH = 500;

/** Money, places and numbers; a name, phone or address never leaves in a file. */
const HEADINGS = [
  "Order",
  "Ordered",
  "Status",
  "Payment",
  "Amount (Rs)",
  "City",
  "Parcels",
  "Courier collects (Rs)",
  "Customer's money with you (Rs)",
  "Wallet so far (Rs)",
  "Brings (Rs)",
  "That is",
  "Courier",
  "Tracking number",
  "Supplier's number",
] as const;

type OrderLine = CsvRecord<(typeof HEADINGS)[number]>;
type MoneyCells = Pick<
  OrderLine,
  | "Courier collects (Rs)"
  | "Customer's money with you (Rs)"
  | "Wallet so far (Rs)"
  | "Brings (Rs)"
  | "That is"
>;

type ExportOrdersInput = { readonly query: OrdersQuery; readonly by: string };

/**
 * What a list shows as the lines of a CSV file, a batch at a time, however many they are. That somebody took them is
 * written down before the first line leaves.
 */
export async function* exportOrders(
  ctx: ShopContext,
  { query, by }: ExportOrdersInput,
): AsyncGenerator<string> {
  await recordFact(ctx.db, ctx.shop.id, {
    ...{ thing: "shop", thingId: ctx.shop.id, actor: "person", by, code: "orders_exported" },
    params: { view: query.view ?? "all" },
    at: ctx.clock.now(),
  });
  yield csvHeadings(HEADINGS);
  let after: OrderCursor | null = null;
  do {
    const found: readonly OrderCursor[] = await findOrderIds(ctx, {
      ...{ view: query.view ?? "all", filter: query.filter, search: query.search },
      ...{ sort: query.sort, after, limit: BATCH },
    });
    const orders = await loadExported(
      ctx,
      found.map(({ id }) => id),
    );
    yield csvLines(
      HEADINGS,
      orders.map((order) => toOrderLine(order, ctx.shop.timezone)),
    );
    after = found.length < BATCH ? null : (found.at(-1) ?? null);
  } while (after);
}

/** What a line is made of and no more: the sealed columns are most of a row. */
const exported = {
  ...{ id: true, name: true, listedAt: true, state: true, route: true, totalPkr: true, city: true },
  ...{
    outstandingPkr: true,
    netPaymentPkr: true,
    refundedPkr: true,
    manualPaidPkr: true,
    markedPaidAt: true,
  },
  handoffs: {
    select: {
      ...{ mode: true, paymentMode: true, sequence: true, revision: true, city: true },
      parcels: { select: { ...parcelMoney, courier: true, trackingNumber: true, orderNumber: true } },
    },
  },
} as const satisfies Prisma.OrderSelect;

export type ExportedOrder = Prisma.OrderGetPayload<{ select: typeof exported }>;

/** In the order of their ids; ids that are not this shop's are left out. */
export async function loadExported(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  ids: readonly OrderId[],
): Promise<readonly ExportedOrder[]> {
  const orders = await db.order.findMany({
    where: { shopId: shop.id, id: { in: [...ids] } },
    select: exported,
    relationLoadStrategy: "query",
  });
  const byId = new Map(orders.map((order) => [order.id, order]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function toOrderLine(order: ExportedOrder, timeZone: string): OrderLine {
  const parcels = order.handoffs.flatMap((handoff) => handoff.parcels);
  const all = (of: (parcel: (typeof parcels)[number]) => string | null) =>
    parcels.flatMap((parcel) => of(parcel) ?? []).join(" ");
  return {
    Order: order.name,
    Ordered: formatMoment(order.listedAt, timeZone),
    Status: order.state.replaceAll("_", " "),
    Payment: order.route,
    "Amount (Rs)": order.totalPkr,
    City: citySent(order),
    Parcels: parcelsInWords(parcels),
    ...moneyCells(order),
    Courier: all(({ courier }) => courier),
    "Tracking number": all(({ trackingNumber }) => trackingNumber),
    "Supplier's number": all(({ orderNumber }) => orderNumber),
  };
}

/** The known city that was last sent to the service; before that, the one the order names. */
export function citySent({ handoffs, city }: ExportedOrder): string | null {
  const last = handoffs.toSorted((a, b) => a.sequence - b.sequence || a.revision - b.revision).at(-1);
  return last ? last.city : city;
}

/** A cell is empty where its figure is not known, and of a test, in which no money moves. */
function moneyCells(order: ExportedOrder): MoneyCells {
  const margin = projectMargin(order);
  if (margin === null) return { ...NO_MONEY, "That is": null };
  if (isOnlyTest(order.handoffs)) return { ...NO_MONEY, "That is": "a test, no money moves" };
  const { courier, shopify, wallet, netPkr, final } = margin;
  const sureness = final ? "final" : "expected";
  return {
    "Courier collects (Rs)": courier.collectsPkr + courier.collectedPkr,
    "Customer's money with you (Rs)": shopify.customersPkr,
    "Wallet so far (Rs)": wallet.movedPkr,
    "Brings (Rs)": netPkr,
    "That is": netPkr === null ? "not known" : sureness,
  };
}

const NO_MONEY = {
  "Courier collects (Rs)": null,
  "Customer's money with you (Rs)": null,
  "Wallet so far (Rs)": null,
  "Brings (Rs)": null,
} as const;
