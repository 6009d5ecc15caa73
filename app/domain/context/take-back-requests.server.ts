import type { Prisma } from "@prisma/client";
import type { ShopId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";

type NextMode = { readonly shopId: ShopId; readonly mode: Mode; readonly now: Date };

/**
 * Before a mode is put to use: what was pressed under the other one, and is not sent yet, is not wanted any more. A real
 * order is not placed because it was to be tried out, nor tried out because its customer was to have it (R23, R37).
 *
 * A press and an intent hold the connection in use until they are committed: what was quicker is seen here, and what comes
 * later finds another connection in use. Of one order's decisions *Place* is locked first.
 */
export async function takeBackRequests(
  tx: Prisma.TransactionClient,
  { shopId, mode, now }: NextMode,
): Promise<void> {
  await tx.$executeRaw`
    select 1 from supplier_connection where shop_id = ${shopId}::uuid order by id for no key update`;
  const last = await tx.supplierConnection.findFirst({
    where: { shopId, activatedAt: { not: null } },
    orderBy: { activatedAt: "desc" },
    select: { mode: true },
  });
  if (last?.mode === mode) return;
  await tx.$executeRaw`
    with pressed as (
      select order_id, kind, subject from order_decision
      where shop_id = ${shopId}::uuid and kind in ('place', 'replace') and handled_at is null
      order by order_id, kind for update)
    update order_decision set handled_at = ${now}::timestamptz from pressed
    where order_decision.shop_id = ${shopId}::uuid and order_decision.order_id = pressed.order_id
      and order_decision.kind = pressed.kind and order_decision.subject = pressed.subject`;
}
