import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { dismissedSubject } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { parcelMoney } from "#app/domain/orders/money/parcel-money.ts";
import {
  type AccountId,
  type AccountKey,
  type ExternalOrderId,
  type OrderId,
  type ParcelId,
  toAccountId,
  toOrderId,
} from "#app/platform/ids.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { NAMED_OTHERWISE } from "../wallet/ledger/plan-walk.ts";
import type { CheckedEntry } from "./explain-difference.ts";

export const SETTLEMENT_BATCH = 200;

const ENDED = ["DELIVERED", "RETURNED", "CANCELLED"];
/** A person left what was paid for a refused or returned order as it is. */
const LEFT_AS_IT_IS = [dismissedSubject("parcel_refused"), dismissedSubject("parcel_returned")];

const settled = {
  ...{ id: true, orderGid: true, state: true, outstandingPkr: true, netPaymentPkr: true, lines: true },
  manualPaidPkr: true,
  ...{ cancelledAt: true, readAt: true, shopifyCreatedAt: true },
  decisions: {
    where: { kind: "dismiss_hold", subject: { in: LEFT_AS_IT_IS }, handledAt: null },
    select: { subject: true },
  },
  handoffs: {
    where: { mode: "live", state: "placed" },
    select: {
      ...{ id: true, mode: true, paymentMode: true, accountId: true, externalOrderId: true },
      items: { select: { id: true, lineGid: true, supplierVariantId: true, quantityPerUnit: true } },
      parcels: { select: { ...parcelMoney, id: true, contents: true, reportedAt: true, updatedAt: true } },
    },
  },
} as const satisfies Prisma.OrderSelect;

export type SettledOrder = Prisma.OrderGetPayload<{ select: typeof settled }>;
export type SettledHandoff = SettledOrder["handoffs"][number];

/** An entry, and which handoff of its order it names; null where it names neither a parcel nor an external id. */
export type OwnEntry = CheckedEntry & { readonly externalOrderId: ExternalOrderId | null };

export type SettlementBatch = {
  readonly orders: readonly SettledOrder[];
  readonly entries: ReadonlyMap<OrderId, readonly OwnEntry[]>;
  /** Of each account, when the copy of its ledger was true; an account without a whole copy is left out. */
  readonly copiedAt: ReadonlyMap<AccountId, Date>;
  /** Accounts with entries that could not be read, or that name their order otherwise: any parcel may lack them. */
  readonly gaps: ReadonlySet<AccountId>;
  /** The account that is connected; parcels of another one cannot be read. */
  readonly accountId: AccountId | null;
};

/** The next orders with ended parcels, in the order of their ids, with all the ledger says of them. */
export async function loadBatch(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  after: string | null,
): Promise<SettlementBatch> {
  const shopId = shop.id;
  const ended = {
    mode: "live" as const,
    state: "placed" as const,
    parcels: { some: { status: { in: ENDED } } },
  };
  const [orders, connection] = await Promise.all([
    db.order.findMany({
      where: { shopId, handoffs: { some: ended }, ...(after === null ? {} : { id: { gt: after } }) },
      orderBy: { id: "asc" },
      take: SETTLEMENT_BATCH,
      select: settled,
      relationLoadStrategy: "query",
    }),
    db.supplierConnection.findFirst({ where: { shopId, mode: "live", disconnectedAt: null } }),
  ]);
  const accountId = connection?.accountId ?? null;
  const accounts = orders.flatMap(({ handoffs }) => handoffs.flatMap((each) => each.accountId ?? []));
  const [entries, copies] = await Promise.all([
    loadEntries({ db, shop }, orders),
    loadCopies(db, new Set(accountId === null ? accounts : [...accounts, accountId])),
  ]);
  return { orders, entries, ...copies, accountId };
}

async function loadEntries(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  orders: readonly SettledOrder[],
): Promise<SettlementBatch["entries"]> {
  const rows = await db.ledgerEntry.findMany({
    where: { ownerOrderId: { in: orders.map(({ id }) => id) }, ownerShopId: shop.id, mode: "live" },
    select: {
      ...{ entryId: true, amountPkr: true, type: true, bookedAt: true, firstSeenAt: true },
      ...{ missingSince: true, ownerOrderId: true, ownerParcelId: true, externalOrderId: true },
    },
    orderBy: [{ bookedAt: "asc" }, { id: "asc" }],
  });
  const byOrder = Map.groupBy(rows, ({ ownerOrderId }) => ownerOrderId ?? toOrderId(""));
  return new Map([...byOrder].map(([orderId, own]) => [orderId, own.map(toEntry)]));
}

type EntryRow = Omit<OwnEntry, "parcelId"> & {
  readonly firstSeenAt: Date;
  readonly ownerParcelId: ParcelId | null;
};

/** It was booked when it was seen, at the latest, whatever the service's clock says. */
function toEntry({ ownerParcelId, bookedAt, firstSeenAt, ...entry }: EntryRow): OwnEntry {
  const booked = Math.min(bookedAt.getTime(), firstSeenAt.getTime());
  return { ...entry, parcelId: ownerParcelId, bookedAt: new Date(booked) };
}

type Copies = Pick<SettlementBatch, "copiedAt" | "gaps">;

async function loadCopies(db: ShopContext["db"], accountIds: ReadonlySet<AccountId>): Promise<Copies> {
  const keys = new Map([...accountIds].map((id) => [accountKeyOf(id), id]));
  const where = { mode: "live" as const, accountKey: { in: [...keys.keys()] } };
  const [copies, unnamed] = await Promise.all([
    db.ledgerCopy.findMany({ where, select: { accountKey: true, copiedAt: true, unreadable: true } }),
    Promise.all([...keys.keys()].map((accountKey) => findNamedOtherwise(db, accountKey))),
  ]);
  const idOf = (accountKey: AccountKey) => keys.get(accountKey) ?? toAccountId("");
  const withUnreadable = copies.filter(({ unreadable }) => unreadable > 0);
  return {
    copiedAt: new Map(
      copies.flatMap(({ accountKey, copiedAt }) => (copiedAt ? [[idOf(accountKey), copiedAt]] : [])),
    ),
    gaps: new Set(
      [...withUnreadable, ...unnamed.flatMap((entry) => entry ?? [])].map((row) => idOf(row.accountKey)),
    ),
  };
}

function findNamedOtherwise(db: ShopContext["db"], accountKey: AccountKey) {
  const where = { accountKey, mode: "live" as const, supplierOrderId: NAMED_OTHERWISE };
  return db.ledgerEntry.findFirst({ where, select: { accountKey: true } });
}
