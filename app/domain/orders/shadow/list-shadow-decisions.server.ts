import { Prisma } from "@prisma/client";
import { z } from "zod";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { readableParams } from "#app/domain/messages/attention/readable-params.ts";
import { holdSentence, isHoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import { type Rupees, rupees, sumRupees } from "#app/domain/money/rupees.ts";
import { waitingSentence } from "#app/domain/orders/holds/waiting-sentence.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import { type PageCursor, toPageCursor } from "#app/platform/database/page-cursor.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { type OrderId, toOrderId } from "#app/platform/ids.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { isSame, type ShadowOutcome, type ShadowVerdict, statesOf, toOutcome } from "./shadow-mode.ts";

const PAGE = 50;

export type ShadowQuery = {
  readonly verdict: ShadowVerdict | null;
  readonly outcome: ShadowOutcome | null;
  readonly after: PageCursor | null;
};

/** One order as the page shows it; whole rupees, about. */
export type ShadowRow = {
  readonly orderId: OrderId;
  readonly name: string;
  readonly verdict: ShadowVerdict;
  /** Why it would have been held or would have waited; none where it would have been placed. */
  readonly reasons: readonly string[];
  readonly paymentMode: PaymentMode | null;
  readonly collectsPkr: Rupees | null;
  readonly deliveredPkr: Rupees | null;
  readonly refusedPkr: Rupees | null;
  readonly outcome: ShadowOutcome;
  /** Null while nothing was done with the order. */
  readonly isSame: boolean | null;
  readonly decidedAt: Date;
};

type ShadowSums = {
  /** By what would have been done. */
  readonly would: Readonly<Record<ShadowVerdict, number>>;
  /** What those that would have been placed would have left when delivered, about. */
  readonly marginPkr: Rupees;
  /** Of those with an end: how many ended as they would have. */
  readonly same: number;
  readonly ended: number;
};

export type ShadowPage = {
  readonly since: Date | null;
  /** Null while it is on. */
  readonly until: Date | null;
  readonly by: string | null;
  readonly rows: readonly ShadowRow[];
  readonly next: string | null;
  readonly sums: ShadowSums;
  /** The switches as they stood before, proposed again at its end. */
  readonly switches: { readonly autoPrepaid: boolean; readonly autoCod: boolean };
  readonly asOf: Date;
};

/** What shadow mode decided since it was last begun, the newest first, beside what became of each order. */
export async function getShadowPage(ctx: ShopContext, query: ShadowQuery): Promise<ShadowPage> {
  const { shop, clock } = ctx;
  const [found, sums] = await Promise.all([listShadowRows(ctx, query, PAGE + 1), sumShadow(ctx)]);
  const rows = found.slice(0, PAGE);
  const last = found.length > PAGE ? rows.at(-1) : undefined;
  const hadSwitch = shop.autoCodSince !== null || shop.autoPrepaidSince !== null;
  return {
    ...{ since: shop.shadowSince, until: shop.shadowUntil, by: shop.shadowBy, rows, sums },
    next: last ? toPageCursor({ key: last.decidedAt, id: last.orderId }) : null,
    switches: {
      autoPrepaid: hadSwitch ? shop.autoPrepaidSince !== null : true,
      autoCod: hadSwitch ? shop.autoCodSince !== null : true,
    },
    asOf: clock.now(),
  };
}

/** At most `limit` rows of what the query asks for. */
export async function listShadowRows(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { verdict, outcome, after }: ShadowQuery,
  limit: number,
): Promise<readonly ShadowRow[]> {
  if (shop.shadowSince === null) return [];
  const key = after?.key instanceof Date ? after.key : null;
  const earlier =
    key && after
      ? [{ decidedAt: { lt: key } }, { decidedAt: key, orderId: { lt: toOrderId(after.id) } }]
      : null;
  const rows = await db.shadowDecision.findMany({
    where: {
      shopId: shop.id,
      decidedAt: { gte: shop.shadowSince },
      ...(verdict && { verdict }),
      ...(outcome && { order: { state: { in: [...statesOf(outcome)] } } }),
      ...(earlier && { OR: earlier }),
    },
    orderBy: [{ decidedAt: "desc" }, { orderId: "desc" }],
    take: limit,
    include: { order: { select: { name: true, state: true } } },
  });
  return rows.map(({ order, holds, code, ...row }) => {
    const became = toOutcome(order.state);
    return {
      ...{ orderId: row.orderId, name: order.name, verdict: row.verdict, paymentMode: row.paymentMode },
      ...{ collectsPkr: row.collectsPkr, deliveredPkr: row.deliveredPkr, refusedPkr: row.refusedPkr },
      reasons: toReasons(holds, code, shop.timezone),
      ...{ outcome: became, isSame: isSame(row.verdict, became), decidedAt: row.decidedAt },
    };
  });
}

const storedHolds = z.array(z.object({ code: z.string(), params: z.record(z.string(), z.unknown()) }));

function toReasons(holds: unknown, code: string | null, timezone: string): readonly string[] {
  const stored = storedHolds.safeParse(holds);
  const sentences = (stored.success ? stored.data : []).flatMap((hold) =>
    isHoldCode(hold.code) ? [holdSentence(hold.code, readableParams(hold.params, timezone))] : [],
  );
  if (sentences.length > 0) return [...new Set(sentences)];
  return [waitingSentence("waiting", code) ?? ""].filter(Boolean);
}

type SumRow = {
  readonly verdict: ShadowVerdict;
  readonly state: OrderState;
  readonly orders: number;
  readonly marginPkr: number;
};

async function sumShadow({ db, shop }: Pick<ShopContext, "db" | "shop">): Promise<ShadowSums> {
  const rows =
    shop.shadowSince === null
      ? []
      : await queryRows<SumRow>(
          db,
          Prisma.sql`
          select verdict, state, count(*)::int as orders, coalesce(sum(delivered_pkr), 0)::int as "marginPkr"
          from shadow_decision
          join "order" on "order".shop_id = shadow_decision.shop_id and "order".id = shadow_decision.order_id
          where shadow_decision.shop_id = ${shop.id}::uuid and decided_at >= ${shop.shadowSince}
          group by verdict, state`,
        );
  const count = (isCounted: (row: SumRow) => boolean) =>
    rows.filter(isCounted).reduce((total, { orders }) => total + orders, 0);
  const ending = (row: SumRow) => isSame(row.verdict, toOutcome(row.state));
  const placed = rows.filter(({ verdict }) => verdict === "place");
  return {
    would: {
      place: count(({ verdict }) => verdict === "place"),
      hold: count(({ verdict }) => verdict === "hold"),
      wait: count(({ verdict }) => verdict === "wait"),
    },
    marginPkr: sumRupees(placed.map(({ marginPkr }) => rupees(marginPkr))),
    same: count((row) => ending(row) === true),
    ended: count((row) => ending(row) !== null),
  };
}
