import type { Prisma } from "@prisma/client";
import { openAttention, type WrittenSealed } from "../attention/open-attention.server.ts";

/** Work on an order was given up after failing the same way five times: a person is told, and *Retry* revives it. */
export async function recordDeadWork(
  tx: Prisma.TransactionClient,
  writtenFor: WrittenSealed,
  orderGid: string,
  code: string,
): Promise<void> {
  const { shopId } = writtenFor;
  const order = await tx.order.upsert({
    where: { shopId_orderGid: { shopId, orderGid } },
    create: { shopId, orderGid },
    update: {},
  });
  const subject = { thing: "order", thingId: order.id } as const;
  const needCode = code === "process_died" ? "work_deadly" : "work_stopped";
  await openAttention(tx, writtenFor, { ...subject, code: needCode, params: { because: code } });
  await tx.order.update({
    where: { shopId_id: { shopId, id: order.id } },
    data: { state: "held", holdCode: needCode, needsYou: true },
  });
}
