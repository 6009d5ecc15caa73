import type { Prisma, SupplierConnection } from "@prisma/client";
import { resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { markDirty } from "#app/platform/work.server.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import { type ConnectionRefusal, toConnectionRefusal } from "./connection-refusal.ts";
import { lockShop } from "./connection-rows.server.ts";
import { findConnection } from "./find-connection.server.ts";
import type { ShopContext } from "./shop-context.server.ts";
import { emptiedShelves } from "./waiting-orders.ts";

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
  /** What customers see of the products while no key is in use: their stock stays as it is, or becomes 0 (R44). */
  readonly products: "stay" | "sold_out";
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
  const obstacle = await ctx.db.$transaction((tx) => stopPlacing(tx, ctx, found.connection.id, input));
  if (obstacle !== null) return obstacle;
  const refusal = await revokeKeys(found.client);
  if (refusal !== null) {
    await goOnPlacing(ctx, found.connection);
    return { kind: "refused", refusal };
  }
  await ctx.db.$transaction((tx) => markDisconnected(tx, ctx, found.connection.id, input));
  return { kind: "disconnected" };
}

/**
 * Takes the connection out of use before its key is revoked, so that no order is begun under a key that is about to
 * die. An intent holds the connection's row until it is committed: one that was quicker is seen here.
 */
async function stopPlacing(
  tx: Prisma.TransactionClient,
  { shop }: DisconnectContext,
  connectionId: string,
  { mode, openParcels }: DisconnectInput,
): Promise<DisconnectOutcome | null> {
  const shopId = shop.id;
  await lockShop(tx, shopId);
  await tx.$executeRaw`
    select 1 from supplier_connection where shop_id = ${shopId}::uuid and id = ${connectionId}::uuid for update`;
  const handoffs = await tx.handoff.count({ where: { shopId, mode, state: "sending" } });
  if (handoffs > 0) return { kind: "placing", handoffs };
  const parcels = await listOpenParcels(tx, shopId, mode);
  if (parcels.length > 0 && openParcels === "wait") return { kind: "parcels_open", parcels };
  const where = { shopId_id: { shopId, id: connectionId } };
  await tx.supplierConnection.update({ where, data: { active: false } });
  return null;
}

/** The service did not revoke the key: what was in use before is so again, unless another one took its place. */
async function goOnPlacing({ db, shop }: DisconnectContext, before: SupplierConnection): Promise<void> {
  if (!before.active) return;
  const shopId = shop.id;
  await db.$transaction(async (tx) => {
    await lockShop(tx, shopId);
    const inUse = await tx.supplierConnection.count({ where: { shopId, active: true } });
    if (inUse > 0) return;
    await tx.supplierConnection.updateMany({
      where: { shopId, id: before.id, disconnectedAt: null },
      data: { active: true },
    });
  });
}

async function listOpenParcels(
  tx: Prisma.TransactionClient,
  shopId: string,
  mode: string,
): Promise<readonly OpenParcel[]> {
  const rows = await tx.parcel.findMany({
    where: { shopId, mode, status: { notIn: ["DELIVERED", "CANCELLED", "RETURNED"] } },
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
  { mode, by, products }: DisconnectInput,
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
  if (products === "sold_out") await markDirty(tx, [{ shopId, ...emptiedShelves }]);
}
