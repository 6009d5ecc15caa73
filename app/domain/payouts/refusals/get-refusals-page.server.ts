import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type PageCursor, toPageCursor } from "#app/platform/database/page-cursor.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { periodOf } from "../profit/get-profit-page.server.ts";
import type { ProfitPeriod } from "../profit/sum-profit.server.ts";
import { payoutsMode } from "../sum-payouts.server.ts";
import type { RefusalRow, RefusalSubject } from "./refusal-row.ts";
import { findRowRules, type RowRule } from "./row-rules.server.ts";
import { sumRefusals, sumRefusalsOfAll } from "./sum-refusals.server.ts";

export type RefusalsQuery = {
  readonly by: RefusalSubject;
  readonly from: string | null;
  readonly to: string | null;
  readonly after: PageCursor | null;
};

/** `rule`: null where no rule can hold orders like those of the row. */
type RuledRow = RefusalRow & { readonly rule: RowRule | null };

export type RefusalsPage = {
  readonly by: RefusalSubject;
  readonly period: ProfitPeriod;
  readonly rows: readonly RuledRow[];
  readonly next: string | null;
  readonly all: RefusalRow | null;
  readonly mode: Mode;
  readonly asOf: Date;
};

const SHOWN = 25;

/** How many parcels were refused at the door, by product, city, way of paying or who confirmed the order. */
export async function getRefusalsPage(ctx: ShopContext, query: RefusalsQuery): Promise<RefusalsPage> {
  const { by, after } = query;
  const period = periodOf(ctx, query);
  const [found, all] = await Promise.all([
    sumRefusals(ctx, by, { period, after, limit: SHOWN + 1 }),
    sumRefusalsOfAll(ctx, period),
  ]);
  const shown = found.slice(0, SHOWN);
  const last = shown.at(-1);
  const next = found.length > SHOWN && last ? toPageCursor({ key: last.place, id: last.id }) : null;
  const rules = await findRowRules(
    ctx,
    by,
    shown.map(({ key }) => key),
  );
  const rows = shown.map((row) => ({ ...row, rule: rules.get(row.key ?? "") ?? null }));
  return { by, period, rows, next, all, mode: payoutsMode(ctx), asOf: ctx.clock.now() };
}
