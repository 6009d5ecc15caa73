import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import type { OrderId, ShopId } from "#app/platform/ids.ts";
import type { DecisionKind } from "./decision-kind.ts";
import { dismissedSubject } from "./standing-decision.ts";

export type DecidedScope = { readonly shopId: ShopId; readonly orderId: OrderId };

type Decision = DecidedScope & {
  readonly kind: DecisionKind;
  readonly subject?: string;
  readonly by: string;
  readonly at: Date;
  /** Numbers and ids; no personal data. */
  readonly params?: Prisma.InputJsonObject;
  readonly detailEnc?: Uint8Array<ArrayBuffer>;
};

/** Keeps what a person decided; an earlier one of its kind and subject counts no more. */
export async function recordDecision(db: Db, decision: Decision): Promise<void> {
  await recordUnlessStanding(db, decision, Prisma.sql`true`);
}

/**
 * Keeps it unless one of its kind and subject stands, so that of two presses one is counted. False where one does.
 * `orReplaces` is SQL that lets a standing one be replaced all the same.
 */
export async function recordUnlessStanding(
  db: Db,
  { subject = "", params = {}, detailEnc, ...decision }: Decision,
  orReplaces: Prisma.Sql = Prisma.sql`false`,
): Promise<boolean> {
  const { shopId, orderId, kind, by, at } = decision;
  const count = await db.$executeRaw`
    insert into order_decision (shop_id, order_id, kind, subject, params, detail_enc, by, at)
    values (${shopId}::uuid, ${orderId}::uuid, ${kind}, ${subject}, ${JSON.stringify(params)}::jsonb,
      ${detailEnc ?? null}::bytea, ${by}, ${at}::timestamptz)
    on conflict (shop_id, order_id, kind, subject) do update set params = excluded.params,
      detail_enc = excluded.detail_enc, by = excluded.by, at = excluded.at, handled_at = null
    where order_decision.handled_at is not null or ${orReplaces}`;
  return count > 0;
}

/** What was asked for is done, or is not wanted any more. Returns how many stood. */
export async function settleDecisions(
  db: Db,
  { shopId, orderId }: DecidedScope,
  kinds: readonly DecisionKind[],
  handledAt: Date,
): Promise<number> {
  const where = { shopId, orderId, kind: { in: [...kinds] }, handledAt: null };
  const { count } = await db.orderDecision.updateMany({ where, data: { handledAt } });
  return count;
}

type HandledDecision = DecidedScope & {
  readonly kind: DecisionKind;
  /** When the one was made that was carried out: a later one still stands. */
  readonly at: Date;
  readonly handledAt: Date;
};

/** The decision that was read is carried out. Returns how many stood. */
export async function settleDecision(db: Db, { handledAt, ...read }: HandledDecision): Promise<number> {
  const { count } = await db.orderDecision.updateMany({
    where: { ...read, handledAt: null },
    data: { handledAt },
  });
  return count;
}

type DismissHoldInput = DecidedScope & {
  readonly code: HoldCode;
  /** What the hold showed, where a change of it is asked about anew. */
  readonly shown?: string;
  readonly by: string;
};

/** Leaves a hold as it is. False where somebody has before. */
export function recordDismissal(
  { clock }: Pick<ShopContext, "clock">,
  db: Db,
  { code, shown, ...scope }: DismissHoldInput,
): Promise<boolean> {
  const subject = dismissedSubject(code, shown);
  return recordUnlessStanding(db, { ...scope, kind: "dismiss_hold", subject, at: clock.now() });
}

/** The hold is shown again when it is found again. */
export async function dropDismissal(
  db: Db,
  { shopId, orderId }: DecidedScope,
  code: HoldCode,
): Promise<void> {
  await db.orderDecision.deleteMany({
    where: { shopId, orderId, kind: "dismiss_hold", subject: dismissedSubject(code) },
  });
}
