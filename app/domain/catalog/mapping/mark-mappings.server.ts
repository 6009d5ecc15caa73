import type { Prisma } from "@prisma/client";
import { markDirty } from "#app/platform/work.server.ts";

type Which = {
  readonly shopId: string;
  readonly mode: string;
  readonly productGid?: string | { in: string[] };
  readonly writeCost?: boolean;
};

/** Has mappings carried out once more: their stock, their ids and what the service knows of them. */
export async function markMappings(tx: Prisma.TransactionClient, which: Which): Promise<void> {
  const { shopId } = which;
  const mappings = await tx.productMapping.findMany({ where: which, select: { id: true } });
  await markDirty(
    tx,
    mappings.map(({ id }) => ({ shopId, kind: "mapping", subject: id, lane: "bulk" })),
  );
}
