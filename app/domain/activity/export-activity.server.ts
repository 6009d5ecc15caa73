import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { TimelineRow } from "#app/domain/timeline/find-timeline.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { toOrderId } from "#app/platform/ids.ts";
import type { ActivityFilter, FactCursor } from "./activity-filter.ts";
import { causeText } from "./cause-words.ts";
import { explainFacts } from "./explain-facts.server.ts";
import { findFacts } from "./find-facts.server.ts";
import { findOrdersOfFacts } from "./list-activity.server.ts";
import { plainSentence } from "./plain-sentence.ts";
import { type ExportFormat, toFile } from "./to-file.ts";

const BATCH = 500;

const COLUMNS = ["when", "about", "order", "who", "by", "what", "why", "code", "receipt"] as const;

type ExportActivityInput = {
  readonly filter: ActivityFilter;
  readonly by: string;
  readonly format: ExportFormat;
};

/**
 * What the filters of the activity let through, as the parts of a file, a batch at a time. That somebody took it is written
 * down before the first part leaves. Words that a customer or the service wrote are left out.
 */
export async function* exportActivity(
  ctx: ShopContext,
  { filter, by, format }: ExportActivityInput,
): AsyncGenerator<string> {
  await recordFact(ctx.db, ctx.shop.id, {
    ...{ thing: "shop", thingId: ctx.shop.id, actor: "person", by, code: "activity_exported" },
    at: ctx.clock.now(),
  });
  yield* toFile(format, COLUMNS, readBatches(ctx, filter, by));
}

async function* readBatches(ctx: ShopContext, filter: ActivityFilter, viewer: string) {
  let after: FactCursor | null = null;
  do {
    const rows: readonly TimelineRow[] = await findFacts(ctx, { filter, viewer, after, limit: BATCH });
    yield await toRecords(ctx, rows);
    after = rows.length < BATCH ? null : (rows.at(-1) ?? null);
  } while (after);
}

async function toRecords(ctx: ShopContext, rows: readonly TimelineRow[]) {
  const orders = await findOrdersOfFacts(ctx, rows);
  const causes = await explainFacts(ctx, rows, [...orders.values()]);
  return rows.map((row) => ({
    when: row.at.toISOString(),
    about: row.topic,
    order: (row.thing === "order" ? orders.get(toOrderId(row.thingId))?.name : null) ?? null,
    who: row.actor,
    by: row.by,
    what: plainSentence(ctx, row),
    why: causeText(causes.get(row.id) ?? null),
    code: row.code,
    receipt: row.deliveryId?.toString() ?? null,
  }));
}
