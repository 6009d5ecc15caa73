import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import type { RequestOutcome } from "./request-outcome.ts";

/** A press that began longer ago and has no outcome was cut off, by the end of its process for example. */
const CUT_OFF_MS = 90_000;

export type IdempotentRequest = {
  readonly shopId: ShopId;
  /** Made by the browser, a UUID. */
  readonly id: string;
  /** It was pressed too long ago to begin now. */
  readonly isLate: boolean;
};

export type BeginRequestResult =
  /** Nobody has done it: do it now. */
  | { readonly kind: "first" }
  | { readonly kind: "running" }
  | { readonly kind: "done"; readonly location: string | null }
  /** It never began, and will not. */
  | { readonly kind: "late" }
  | { readonly kind: "unknown" };

type RequestRow = {
  readonly outcome: RequestOutcome;
  readonly location: string | null;
  readonly created_at: Date;
};

/** Whether a press is to be done now, or what became of it when it was sent before. */
export async function beginRequest(
  { db, clock }: Pick<ShopContext, "db" | "clock">,
  { shopId, id, isLate }: IdempotentRequest,
): Promise<BeginRequestResult> {
  const now = clock.now();
  const outcome = isLate ? "late" : "begun";
  const begun = await queryRows<RequestRow>(
    db,
    Prisma.sql`
    insert into press (shop_id, id, outcome, created_at)
    values (${shopId}::uuid, ${id}::uuid, ${outcome}, ${now}::timestamptz)
    on conflict (shop_id, id) do update set outcome = ${outcome}, created_at = ${now}::timestamptz
      where press.outcome = 'free'
    returning outcome, location, created_at`,
  );
  if (begun.length > 0) return { kind: isLate ? "late" : "first" };
  const row = await db.press.findUnique({ where: { shopId_id: { shopId, id } } });
  if (row === null) return { kind: "unknown" };
  if (row.outcome === "done") return { kind: "done", location: row.location };
  if (row.outcome === "late") return { kind: "late" };
  const isRunning = now.getTime() - row.createdAt.getTime() < CUT_OFF_MS;
  return { kind: isRunning ? "running" : "unknown" };
}

/** Keeps what came of a press that was begun: `free` may be done again when it is sent again. */
export async function endRequest(
  { db }: Pick<ShopContext, "db">,
  request: IdempotentRequest,
  ended: { readonly outcome: Extract<RequestOutcome, "done" | "free">; readonly location: string | null },
): Promise<void> {
  await db.press.updateMany({
    where: { shopId: request.shopId, id: request.id, outcome: "begun" },
    data: ended,
  });
}
