import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { parcelMoney } from "#app/domain/orders/money/parcel-money.ts";
import { formatMoment } from "#app/platform/time/format-time.ts";
import { toCsvLine } from "#app/platform/to-csv-line.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { recordFact } from "../../timeline/record.server.ts";
import { isOnlyTest } from "../money/counted-handoffs.ts";
import { type OrderMargin, projectMargin } from "../money/project-margin.ts";
import { parcelsInWords } from "../parcels/parcels-in-words.ts";
import { findOrderIds, type OrderCursor } from "./find-order-ids.server.ts";
import type { OrdersQuery } from "./list-orders.server.ts";

const BATCH = 500;
/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Money, places and numbers; a name, phone or address never leaves in a file. */
const HEADINGS = [
  ...["Order", "Ordered", "Status", "Payment", "Amount (Rs)", "City", "Parcels"],
  ...[
    "Courier collects (Rs)",
    "Customer's money with you (Rs)",
    "Wallet so far (Rs)",
    "Brings (Rs)",
    "That is",
  ],
  ...["Courier", "Tracking number", "Supplier's number"],
];

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
  yield BYTE_ORDER_MARK + toCsvLine(HEADINGS);
  let after: OrderCursor | null = null;
  do {
    const found: readonly OrderCursor[] = await findOrderIds(ctx, {
      ...{ view: query.view ?? "all", filter: query.filter, search: query.search },
      ...{ sort: query.sort, after, limit: BATCH },
    });
    yield await linesOf(ctx, found);
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

type ExportedOrder = Prisma.OrderGetPayload<{ select: typeof exported }>;

async function linesOf(ctx: ShopContext, found: readonly OrderCursor[]): Promise<string> {
  const orders = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, id: { in: found.map(({ id }) => id) } },
    select: exported,
    relationLoadStrategy: "query",
  });
  const byId = new Map(orders.map((order) => [order.id, order]));
  return found
    .flatMap(({ id }) => byId.get(id) ?? [])
    .map((order) => toCsvLine(cellsOf(order, ctx.shop.timezone)))
    .join("");
}

function cellsOf(order: ExportedOrder, timeZone: string): readonly (string | number | null)[] {
  const parcels = order.handoffs.flatMap((handoff) => handoff.parcels);
  const margin = projectMargin(order);
  const all = (of: (parcel: (typeof parcels)[number]) => string | null) =>
    parcels.flatMap((parcel) => of(parcel) ?? []).join(" ");
  return [
    order.name,
    formatMoment(order.listedAt, timeZone),
    order.state.replaceAll("_", " "),
    order.route,
    order.totalPkr,
    citySent(order),
    parcelsInWords(parcels),
    ...(margin ? moneyCells(margin, order.handoffs) : [null, null, null, null, null]),
    all(({ courier }) => courier),
    all(({ trackingNumber }) => trackingNumber),
    all(({ orderNumber }) => orderNumber),
  ];
}

/** The known city that was last sent to the service; before that, the one the order names. */
function citySent({ handoffs, city }: ExportedOrder): string | null {
  const last = handoffs.toSorted((a, b) => a.sequence - b.sequence || a.revision - b.revision).at(-1);
  return last ? last.city : city;
}

/** A cell is empty where its figure is not known, and of a test, in which no money moves. */
function moneyCells(
  { courier, shopify, wallet, netPkr, final }: OrderMargin,
  handoffs: readonly { readonly mode: Mode }[],
) {
  if (isOnlyTest(handoffs)) return [null, null, null, null, "a test, no money moves"];
  const sureness = final ? "final" : "expected";
  return [
    courier.collectsPkr + courier.collectedPkr,
    shopify.customersPkr,
    wallet.movedPkr,
    netPkr,
    netPkr === null ? "not known" : sureness,
  ];
}
