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
import { type Mode, parseMode } from "#app/supplier/mode.ts";
import { zeroInventoryWork } from "./shop-work.ts";

/** Who dies after the wish was committed has a worker take it up: later than any press that lives needs for its call. */
export const ENDED_AFTER_MS = 20_000;

const ENDING = "end_keys/";

/** A wish to disconnect now, by the moment it was committed: another one of the same mode is not ended in its place. */
export type KeysEndRequest = { readonly mode: Mode; readonly since: Date };

/** The work that brings such a wish to its end, where the press that had it does not. */
export function keysEndWork({ mode, since }: KeysEndRequest) {
  const subject = `${ENDING}${mode}/${since.toISOString()}`;
  return { kind: "shop", subject, delayMs: ENDED_AFTER_MS } as const;
}

/** The wish a work subject names; null for other subjects. */
export function parseKeysEndSubject(subject: string): KeysEndRequest | null {
  if (!subject.startsWith(ENDING)) return null;
  const [mode = "", since = ""] = subject.slice(ENDING.length).split("/");
  return { mode: parseMode(mode), since: new Date(since) };
}

export type KeysEndResult =
  | { readonly kind: "disconnected" }
  /** Somebody else's press, or the work after it, has ended them meanwhile. */
  | { readonly kind: "not_connected" }
  /** The service's answer was lost: it is asked again. */
  | { readonly kind: "ending" }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

type KeysEndInput = {
  readonly client: SupplierClient;
  /** As they were before the wish; they are revoked together. */
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
 * The service did not revoke the key: the wish is taken back, and what was in use before is so again, unless another one
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

/** False where all of them were marked before: that press, or that work, has told of it. */
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
  if (ended > 0 && products === "sold_out") await requestReconcile(tx, [{ shopId, ...zeroInventoryWork }]);
  return ended > 0;
}
