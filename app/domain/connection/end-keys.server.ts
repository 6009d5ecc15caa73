import type { Prisma, SupplierConnection } from "@prisma/client";
import { resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { lockShop } from "#app/domain/context/connection-rows.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  type ConnectionRefusal,
  toConnectionRefusal,
} from "#app/domain/messages/failures/connection-refusal.ts";
import { requestAllStockReconcile } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";

export type KeysEndResult =
  | { readonly kind: "disconnected" }
  /** Somebody else's press, or the work after it, has ended them meanwhile. */
  | { readonly kind: "not_connected" }
  /** The service's answer was lost: it is asked again. */
  | { readonly kind: "ending" }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

type KeysEndInput = {
  readonly client: SupplierClient;
  /** As they were before the request; they are revoked together. */
  readonly together: readonly SupplierConnection[];
  readonly by: string;
  readonly products: "stay" | "sold_out";
};

type EndKeysDeps = Pick<ShopContext, "shop" | "db" | "clock">;

/** Asks the service to revoke keys that are out of use by now, and keeps what came of it: once, under one name. */
export async function endKeys(ctx: EndKeysDeps, ending: KeysEndInput): Promise<KeysEndResult> {
  const revoked = await revokeKeys(ending.client);
  failpoint("D2");
  switch (revoked.kind) {
    case "unknown":
      return { kind: "ending" };
    case "refused":
      for (const connection of ending.together) await resumePlacing(ctx, connection);
      return revoked;
    case "revoked": {
      const isOurs = await ctx.db.$transaction((tx) => recordDisconnected(tx, ctx, ending));
      return { kind: isOurs ? "disconnected" : "not_connected" };
    }
  }
}

type RevokeResult =
  | { readonly kind: "revoked" | "unknown" }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

async function revokeKeys(client: SupplierClient): Promise<RevokeResult> {
  try {
    await client.disconnect();
    return { kind: "revoked" };
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    if (error.code === "invalid_key") return { kind: "revoked" };
    if (error.kind === "unknown_outcome") return { kind: "unknown" };
    return { kind: "refused", refusal: toConnectionRefusal(error) };
  }
}

/**
 * The service did not revoke the key: the request is taken back, and what was in use before is so again, unless another one
 * took its place.
 */
async function resumePlacing({ db, shop }: EndKeysDeps, before: SupplierConnection): Promise<void> {
  const shopId = shop.id;
  const where = { shopId, id: before.id, disconnectedAt: null };
  await db.$transaction(async (tx) => {
    await lockShop(tx, shopId);
    const { leavingSince, leavingBy } = before;
    await tx.supplierConnection.updateMany({ where, data: { leavingSince, leavingBy } });
    if (!before.active) return;
    const inUse = await tx.supplierConnection.count({ where: { shopId, active: true } });
    if (inUse > 0) return;
    await tx.supplierConnection.updateMany({ where, data: { active: true } });
    await requestAllStockReconcile(tx, shopId, before.mode);
  });
}

/** False where all of them were marked before: that press, or that work, has recorded it. */
async function recordDisconnected(
  tx: Prisma.TransactionClient,
  { shop, clock }: EndKeysDeps,
  { together, by, products }: KeysEndInput,
): Promise<boolean> {
  const shopId = shop.id;
  const now = clock.now();
  let ended = 0;
  for (const { id, mode } of together) {
    const { count } = await tx.supplierConnection.updateMany({
      where: { shopId, id, disconnectedAt: null },
      data: { active: false, disconnectedAt: now, leavingSince: null, leavingBy: null },
    });
    ended += count;
    if (count === 0) continue;
    const subject = { thing: "connection", thingId: id } as const;
    await resolveAttention(tx, { shopId, now }, subject, { by });
    await recordFact(tx, shopId, {
      ...subject,
      ...{ actor: "person", by, code: "connection_ended", params: { mode } },
    });
  }
  if (ended > 0 && products === "sold_out")
    await requestReconcile(tx, [{ shopId, kind: "inventory.zero", subject: "shop" }]);
  return ended > 0;
}
