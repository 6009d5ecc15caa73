import type { BulkItem, Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ItemOutcome } from "./bulk-subject.ts";

type SettleItemInput = {
  readonly item: Pick<BulkItem, "id">;
  readonly outcome: ItemOutcome;
  readonly isSealed: boolean;
};

/** Where the reason of a refused item is sealed. */
function reasonPlace(id: string) {
  return { table: "bulk_item", row: id, column: "reason_enc" } as const;
}

/** Writes what came of an item. */
export async function settleItem(
  { shop, clock, crypto }: ShopContext,
  tx: Prisma.TransactionClient,
  { item: { id }, outcome, isSealed }: SettleItemInput,
): Promise<void> {
  const reason = outcome.kind === "refused" ? outcome.reason : null;
  const kept = isSealed
    ? { reasonEnc: reason === null ? null : crypto.seal(reason, reasonPlace(id)) }
    : { reason };
  const data = { state: outcome.kind, settledAt: clock.now(), ...kept };
  await tx.bulkItem.update({ where: { id, shopId: shop.id }, data });
}

/** Why an item was refused; null where it was not, or the customer was erased. */
export function readReason(
  { crypto }: Pick<ShopContext, "crypto">,
  { id, reason, reasonEnc }: Pick<BulkItem, "id" | "reason" | "reasonEnc">,
): string | null {
  return reasonEnc?.length ? crypto.openText(reasonEnc, reasonPlace(id)) : reason;
}
