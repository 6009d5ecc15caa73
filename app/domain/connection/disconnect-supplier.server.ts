import type { Prisma, SupplierConnection } from "@prisma/client";
import { lockShop } from "#app/domain/context/connection-rows.server.ts";
import { findConnection } from "#app/domain/context/find-connection.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ConnectionRefusal } from "#app/domain/messages/failures/connection-refusal.ts";
import type { ExternalOrderId, ParcelId, ShopId } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { type SubjectOf, workKinds } from "#app/platform/queue/work-kinds.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { endKeys } from "./end-keys.server.ts";
import { isRevokedWith } from "./is-revoked-with.ts";

type OpenParcel = {
  readonly parcelId: ParcelId;
  readonly externalOrderId: ExternalOrderId;
  readonly orderNumber: string | null;
  readonly status: string;
};

export type DisconnectInput = {
  readonly mode: Mode;
  readonly by: string;
  /**
   * What becomes of parcels under way (R26): they are listed and nothing changes · the key goes out of use now, and is
   * revoked by itself when the last of them is over · they update no longer.
   */
  readonly openParcels: "wait" | "when_over" | "stop_updating";
  /**
   * What customers see of the products while no key is in use: their stock stays as it is, or becomes 0 (R44). Null where
   * nobody was asked: it becomes 0 if a key in use ends.
   */
  readonly products: "stay" | "sold_out" | null;
};

export type DisconnectResult =
  | { readonly kind: "disconnected" }
  | { readonly kind: "not_connected" }
  /** It is not used any more; whether the service has ended it is being found out. */
  | { readonly kind: "ending" }
  /** It is not used any more, and ends by itself when these parcels are over. */
  | { readonly kind: "leaving"; readonly parcels: readonly OpenParcel[] }
  /** These parcels would no longer update. */
  | { readonly kind: "parcels_open"; readonly parcels: readonly OpenParcel[] }
  /** Orders are being placed whose outcome only this key can settle. */
  | { readonly kind: "placing"; readonly handoffs: number }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

export type DisconnectDeps = Pick<ShopContext, "shop" | "db" | "clock" | "supplierIn">;

/**
 * Revokes every key of the integration at the service, of both modes, and stops its webhooks. The request and who made it are
 * committed first, with the work that brings it to its end should this process die (D-127). Repeating it is safe: a key
 * that is refused as unknown is one that is already revoked. Orders already placed are still delivered and settled.
 */
export async function disconnectSupplier(
  ctx: DisconnectDeps,
  request: DisconnectInput,
): Promise<DisconnectResult> {
  const found = await findConnection(ctx, request.mode);
  if (found === null) return { kind: "not_connected" };
  const together = await listOfIntegration(ctx, found.connection);
  const endsInUse = together.some(({ active }) => active);
  const input = { ...request, products: request.products ?? (endsInUse ? "sold_out" : "stay") } as const;
  const obstacle = await ctx.db.$transaction((tx) => stopPlacing(tx, ctx, together, input));
  if (obstacle !== null) return obstacle;
  failpoint("D1");
  return endKeys(ctx, { client: found.client, together, by: input.by, products: input.products });
}

/** A connection that waits for its last parcel ends once that is over. False while it waits, or could not end. */
export async function finishLeaving(
  ctx: DisconnectDeps,
  { mode, leavingSince, leavingBy }: SupplierConnection,
): Promise<boolean> {
  if (leavingSince === null) return false;
  const asked = { mode, by: leavingBy ?? "", openParcels: "wait", products: "stay" } as const;
  return (await disconnectSupplier(ctx, asked)).kind === "disconnected";
}

const RETRY_MS = 60_000;
/** The service refuses: that takes longer to end than an outage. */
const REFUSED_AGAIN_MS = 10 * 60_000;

/**
 * Brings a request to disconnect now to its end, where the press that made it did not: its process died, or the service's
 * answer was lost. Nothing is done where the request is fulfilled, taken back, or another one by now.
 */
export async function finishKeysEnd(
  ctx: DisconnectDeps,
  { mode, since }: SubjectOf<"connection.endKeys">,
): Promise<WorkResult> {
  const found = await findConnection(ctx, mode);
  if (found === null) return { kind: "done" };
  const { client, connection } = found;
  if (connection.active || connection.leavingSince?.getTime() !== since.getTime()) return { kind: "done" };
  const together = await listOfIntegration(ctx, connection);
  const ending = { client, together, by: connection.leavingBy ?? "", products: "stay" } as const;
  const { kind } = await endKeys(ctx, ending);
  if (kind === "disconnected" || kind === "not_connected") return { kind: "done" };
  return { kind: "requeue", afterMs: kind === "refused" ? REFUSED_AGAIN_MS : RETRY_MS };
}

/** The shop's connections that are revoked together. */
async function listOfIntegration(
  { db, shop }: DisconnectDeps,
  connection: SupplierConnection,
): Promise<readonly SupplierConnection[]> {
  const rows = await db.supplierConnection.findMany({
    where: { shopId: shop.id, disconnectedAt: null },
    orderBy: { mode: "asc" },
  });
  return rows.filter((row) => isRevokedWith(row, connection));
}

/**
 * Takes the connection out of use before its key is revoked, so that no order is begun under a key that is about to
 * die. An intent holds the connection's row until it is committed: one that was quicker is seen here.
 */
async function stopPlacing(
  tx: Prisma.TransactionClient,
  { shop, clock }: DisconnectDeps,
  together: readonly SupplierConnection[],
  { mode, openParcels, by, products }: DisconnectInput,
): Promise<DisconnectResult | null> {
  const shopId = shop.id;
  const ids = together.map(({ id }) => id);
  const modes = together.map(({ mode }) => mode);
  await lockShop(tx, shopId);
  await tx.$executeRaw`
    select 1 from supplier_connection where shop_id = ${shopId}::uuid and id = any(${ids}::uuid[])
    order by id for update`;
  const ofThese = ofAccounts(together);
  const handoffs = await tx.handoff.count({
    where: { shopId, mode: { in: modes }, state: "sending", ...ofThese },
  });
  if (handoffs > 0) return { kind: "placing", handoffs };
  const parcels = modes.includes("live") ? await listOpenParcels(tx, { shopId, handoff: ofThese }) : [];
  if (parcels.length > 0 && openParcels === "wait") return { kind: "parcels_open", parcels };
  const isLeaving = parcels.length > 0 && openParcels === "when_over";
  const leavingSince = clock.now();
  const { count } = await tx.supplierConnection.updateMany({
    where: { shopId, id: { in: ids }, disconnectedAt: null },
    data: { active: false, leavingSince, leavingBy: by },
  });
  if (count === 0) return { kind: "not_connected" };
  const delayMs = isLeaving ? 0 : workKinds["connection.endKeys"].delayMs;
  const emptied = { shopId, kind: "inventory.zero", subject: "shop", delayMs } as const;
  const ending = { shopId, kind: "connection.endKeys", subject: { mode, since: leavingSince } } as const;
  await requestReconcile(tx, [...(products === "sold_out" ? [emptied] : []), ...(isLeaving ? [] : [ending])]);
  return isLeaving ? { kind: "leaving", parcels } : null;
}

/** Only what was placed under the accounts that leave is read with their keys. */
function ofAccounts(together: readonly SupplierConnection[]) {
  const accounts = together.map(({ accountId }) => accountId);
  return { OR: [{ accountId: { in: accounts } }, { accountId: null }] };
}

/** Live parcels alone: nothing moves a test parcel by itself. */
async function listOpenParcels(
  tx: Prisma.TransactionClient,
  where: Prisma.ParcelWhereInput & { readonly shopId: ShopId },
): Promise<readonly OpenParcel[]> {
  const rows = await tx.parcel.findMany({
    where: { ...where, mode: "live", status: { notIn: ["DELIVERED", "CANCELLED", "RETURNED"] } },
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
