import type { Prisma } from "@prisma/client";
import { resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import { type ConnectionRefusal, toConnectionRefusal } from "./connection-refusal.ts";
import { findConnection } from "./find-connection.server.ts";
import type { ShopContext } from "./shop-context.server.ts";

export type OpenParcel = {
  readonly parcelId: string;
  readonly externalOrderId: string;
  readonly orderNumber: string | null;
  readonly status: string;
};

export type DisconnectInput = {
  readonly mode: string;
  readonly by: string;
  /** What becomes of parcels under way: by default the connection waits for them (R26). */
  readonly openParcels: "wait" | "stop_updating";
};

export type DisconnectOutcome =
  | { readonly kind: "disconnected" }
  | { readonly kind: "not_connected" }
  /** These parcels would no longer update. */
  | { readonly kind: "parcels_open"; readonly parcels: readonly OpenParcel[] }
  /** Orders are being placed whose outcome only this key can settle. */
  | { readonly kind: "placing"; readonly handoffs: number }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

type DisconnectContext = Pick<ShopContext, "shop" | "db" | "clock" | "supplierIn">;

/**
 * Revokes every key of the integration at the service and stops its webhooks. Repeating it after a failure is safe: a
 * key that is refused as unknown is one that is already revoked. Orders already placed are still delivered and settled.
 */
export async function disconnectSupplier(
  ctx: DisconnectContext,
  input: DisconnectInput,
): Promise<DisconnectOutcome> {
  const found = await findConnection(ctx, input.mode);
  if (found === null) return { kind: "not_connected" };
  const handoffs = await ctx.db.handoff.count({
    where: { shopId: ctx.shop.id, mode: input.mode, state: "sending" },
  });
  if (handoffs > 0) return { kind: "placing", handoffs };
  const parcels = await listOpenParcels(ctx, input.mode);
  if (parcels.length > 0 && input.openParcels === "wait") return { kind: "parcels_open", parcels };
  const refusal = await revokeKeys(found.client);
  if (refusal !== null) return { kind: "refused", refusal };
  await ctx.db.$transaction((tx) => markDisconnected(tx, ctx, found.connection.id, input));
  return { kind: "disconnected" };
}

async function listOpenParcels(ctx: DisconnectContext, mode: string): Promise<readonly OpenParcel[]> {
  const rows = await ctx.db.parcel.findMany({
    where: { shopId: ctx.shop.id, mode, status: { notIn: ["DELIVERED", "CANCELLED", "RETURNED"] } },
    include: { handoff: { select: { externalOrderId: true } } },
    orderBy: { createdAt: "asc" },
  });
  return rows.map((row) => ({
    parcelId: row.id,
    externalOrderId: row.handoff.externalOrderId,
    orderNumber: row.orderNumber,
    status: row.status,
  }));
}

async function revokeKeys(client: SupplierClient): Promise<ConnectionRefusal | null> {
  try {
    await client.disconnect();
    return null;
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return error.code === "invalid_key" ? null : toConnectionRefusal(error);
  }
}

async function markDisconnected(
  tx: Prisma.TransactionClient,
  ctx: DisconnectContext,
  connectionId: string,
  { mode, by }: DisconnectInput,
): Promise<void> {
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  await tx.supplierConnection.update({
    where: { shopId_id: { shopId, id: connectionId } },
    data: { active: false, disconnectedAt: now },
  });
  await resolveAttention(tx, { shopId, now }, { thing: "connection", thingId: connectionId }, { by });
  const fact = {
    thing: "connection",
    thingId: connectionId,
    actor: "person",
    code: "connection_ended",
  } as const;
  await recordFact(tx, shopId, { ...fact, by, params: { mode } });
}
