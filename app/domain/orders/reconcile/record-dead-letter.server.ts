import type { Prisma } from "@prisma/client";
import { openAttention, type SealedAttentionScope } from "#app/domain/attention/open-attention.server.ts";
import type { OrderGid } from "#app/platform/ids.ts";

/** Reports work on an order that was given up after failing the same way five times; *Try again* revives it. */
export async function recordDeadLetter(
  tx: Prisma.TransactionClient,
  scope: SealedAttentionScope,
  orderGid: OrderGid,
  code: string,
): Promise<void> {
  const { shopId } = scope;
  const order = await tx.order.upsert({
    where: { shopId_orderGid: { shopId, orderGid } },
    create: { shopId, orderGid },
    update: {},
  });
  const subject = { thing: "order", thingId: order.id } as const;
  const holdCode = code === "process_died" ? "work_deadly" : "work_stopped";
  await openAttention(tx, scope, { ...subject, code: holdCode, params: { because: code } });
  await tx.order.update({
    where: { shopId_id: { shopId, id: order.id } },
    data: { state: "held", holdCode, hasOpenIssue: true },
  });
}
