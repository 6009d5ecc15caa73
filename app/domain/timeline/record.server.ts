import type { Prisma } from "@prisma/client";

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
