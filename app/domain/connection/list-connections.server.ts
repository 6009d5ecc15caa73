import type { SupplierConnection } from "@prisma/client";
import { openHealthMessage } from "#app/domain/context/connection-place.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { listedTopic } from "#app/domain/deliveries/delivery-place.ts";
import {
  type ConnectionRefusalCode,
  isRefusalCode,
} from "#app/domain/messages/failures/connection-refusal.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { isRevokedWith } from "./is-revoked-with.ts";

/** A connection as the settings show it; no secret, and of the key its id only. */
export type ConnectionView = {
  readonly id: string;
  readonly mode: Mode;
  readonly active: boolean;
  /** Disconnecting it ends the key in use: it is that key, or one of the same integration. */
  readonly endsInUse: boolean;
  readonly keyId: string;
  readonly brandName: string;
  readonly accountStatus: string;
  readonly health: "ok" | ConnectionRefusalCode;
  /** The service's own words beside a refusal (R22). */
  readonly healthMessage: string | null;
  readonly checkedAt: Date | null;
  /** It waits for its last parcel, and is then disconnected. */
  readonly isLeaving: boolean;
  readonly connectedAt: Date;
  readonly connectedBy: string;
  readonly webhooks: "configured" | "not_configured";
  readonly lastEventAt: Date | null;
  readonly quota: { readonly limit: number; readonly remaining: number } | null;
  readonly depositMissingPkr: Rupees | null;
};

/** The shop's connections, the one in use first. */
export async function listConnections(
  ctx: Pick<ShopContext, "shop" | "db" | "crypto">,
): Promise<readonly ConnectionView[]> {
  const rows = await ctx.db.supplierConnection.findMany({
    where: { shopId: ctx.shop.id, disconnectedAt: null },
    orderBy: [{ active: "desc" }, { mode: "asc" }],
  });
  return Promise.all(
    rows.map(async (row) => {
      const endsInUse = rows.some((each) => each.active && isRevokedWith(each, row));
      return { ...toView(ctx, row, await findLastEventAt(ctx, row.mode)), endsInUse };
    }),
  );
}

async function findLastEventAt(ctx: Pick<ShopContext, "shop" | "db">, mode: Mode): Promise<Date | null> {
  const last = await ctx.db.delivery.findFirst({
    where: {
      shopId: ctx.shop.id,
      source: "supplier",
      key: { startsWith: `${mode}/` },
      topic: { not: listedTopic },
    },
    orderBy: { id: "desc" },
    select: { receivedAt: true },
  });
  return last?.receivedAt ?? null;
}

function toView(
  { crypto }: Pick<ShopContext, "crypto">,
  row: SupplierConnection,
  lastEventAt: Date | null,
): Omit<ConnectionView, "endsInUse"> {
  const quota =
    row.quotaLimit === null || row.quotaRemaining === null
      ? null
      : { limit: row.quotaLimit, remaining: row.quotaRemaining };
  return {
    id: row.id,
    mode: row.mode,
    active: row.active,
    keyId: row.keyId,
    brandName: row.brandName,
    accountStatus: row.accountStatus,
    health: isRefusalCode(row.health) ? row.health : "ok",
    healthMessage: openHealthMessage(crypto, row),
    checkedAt: row.checkedAt,
    isLeaving: row.leavingSince !== null,
    connectedAt: row.connectedAt,
    connectedBy: row.connectedBy,
    webhooks: row.webhookConfiguredAt === null ? "not_configured" : "configured",
    lastEventAt,
    quota,
    depositMissingPkr: row.depositMissing,
  };
}
