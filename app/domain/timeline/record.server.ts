import { Prisma } from "@prisma/client";

export type TimelineActor = "karwan" | "shopify" | "supplier" | "courier" | "person";

type TimelineFact = {
  readonly thing: "order" | "listing" | "connection" | "shop" | "mapping";
  readonly thingId: string;
  readonly actor: TimelineActor;
  readonly code: string;
  readonly by?: string;
  /** Amounts, numbers and codes only; never personal data. */
  readonly params?: Prisma.InputJsonObject;
  readonly at?: Date;
};

/** Appends one fact. Written in the same transaction as the change it tells of, so it is told exactly once. */
export async function recordFact(
  tx: Prisma.TransactionClient,
  shopId: string,
  { params = {}, ...fact }: TimelineFact,
): Promise<void> {
  await tx.timelineEntry.create({ data: { shopId, params, ...fact }, select: { id: true } });
}

/** The same as SQL, for a statement that writes more: every fact, in this order, once for each row of `from`. */
export function factsSql(shopId: string, facts: readonly TimelineFact[], from: Prisma.Sql): Prisma.Sql {
  const rows = facts.map(({ thing, thingId, actor, by, code, params = {}, at }) => ({
    ...{ thing, thing_id: thingId, actor, by, code, params, at },
  }));
  return Prisma.sql`
    insert into timeline_entry (shop_id, thing, thing_id, actor, by, code, params, at)
    select ${shopId}::uuid, thing, thing_id, actor, by, code, params, coalesce(at, now())
    from ${from}, rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (thing text, thing_id text,
      actor text, by text, code text, params jsonb, at timestamptz)) with ordinality
    order by ordinality`;
}
