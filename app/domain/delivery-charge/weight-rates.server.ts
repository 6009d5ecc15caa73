import { Prisma } from "@prisma/client";
import {
  type AttentionScope,
  openAttention,
  resolveAttention,
} from "#app/domain/attention/open-attention.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { runSweepNow } from "#app/domain/sweeps/bring-forward.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import {
  listExistingRates,
  listZoneRates,
  type RatedZone,
  type ZoneRate,
} from "#app/shopify/operations/shipping/list-zone-rates.ts";
import { updateProfileRates } from "#app/shopify/operations/shipping/update-profile-rates.ts";
import { listDeliveryZones } from "#app/shopify/operations/shop/list-delivery-zones.ts";
import { findDeliveryCharge } from "./delivery-settings.server.ts";
import { loadTariff } from "./load-tariff.server.ts";
import {
  listMovedRates,
  type PlannedRate,
  parseWrittenRates,
  planWeightRates,
  type WrittenRates,
} from "./plan-weight-rates.ts";

/** What would be written, where, and what else customers may choose there. */
export type RatesPreview = {
  readonly profileName: string;
  readonly zoneName: string;
  /** Other locations that ship by the same rates. */
  readonly otherLocations: number;
  readonly otherRates: readonly Omit<ZoneRate, "id">[];
  readonly rates: readonly PlannedRate[];
  /** Nothing was ever quoted: the supplier is asked from now on, and nobody waits for it. */
  readonly isBeingAsked: boolean;
};

export type RatesRefusal =
  | { readonly kind: "not_connected" | "not_allowed" }
  /** No profile ships to Pakistan from Karwan's location. */
  | { readonly kind: "no_zone" }
  /** Shopify's own words. */
  | { readonly kind: "refused"; readonly message: string };

type Plan = {
  readonly zone: RatedZone;
  readonly rates: readonly PlannedRate[];
  readonly isAnyQuoted: boolean;
  readonly written: WrittenRates | null;
  readonly serviceName: string;
};

/** Shows what would be written. Where nothing was ever quoted, the supplier is asked meanwhile, behind everybody else. */
export async function previewWeightRates(
  ctx: ShopContext,
): Promise<{ readonly kind: "ready"; readonly preview: RatesPreview } | RatesRefusal> {
  const planned = await plan(ctx);
  if (planned.kind !== "ready") return planned;
  const { zone, rates, written, isAnyQuoted } = planned;
  if (!isAnyQuoted) await askFirst(ctx);
  return {
    kind: "ready",
    preview: {
      isBeingAsked: !isAnyQuoted,
      ...{
        profileName: zone.profileName,
        zoneName: zone.zoneName,
        otherLocations: zone.otherLocations,
        rates,
      },
      otherRates: zone.rates
        .filter(({ id }) => !written?.gids.includes(id))
        .map(({ name, price }) => ({ name, price })),
    },
  };
}

/** The row is what tells the sweep that somebody began to set it up. */
async function askFirst(ctx: ShopContext): Promise<void> {
  const shopId = ctx.shop.id;
  await ctx.db.deliveryCharge.upsert({ where: { shopId }, create: { shopId }, update: {} });
  await askNow(ctx);
}

async function askNow(ctx: ShopContext): Promise<void> {
  if (ctx.connection) await runSweepNow(ctx, { kind: "quotes", mode: ctx.connection.mode });
}

/** Writes the rates in place of those that Karwan wrote before. All other rates stay as they are. */
export async function applyWeightRates(
  ctx: ShopContext,
  { by }: { readonly by: string },
): Promise<{ readonly kind: "applied" } | RatesRefusal> {
  const planned = await plan(ctx);
  if (planned.kind !== "ready") return planned;
  const { zone, rates, written, serviceName } = planned;
  const known = new Set(zone.rates.map(({ id }) => id));
  const isElsewhere = written !== null && written.profileGid !== zone.profileId;
  const refusedElsewhere = isElsewhere ? await removeWritten(ctx, written) : null;
  if (refusedElsewhere) return refusedElsewhere;
  const { profileId, groupId, zoneId } = zone;
  const refusal = await change(ctx, {
    profileId,
    remove: written && !isElsewhere ? await listExisting(ctx, written) : [],
    create: { groupId, zoneId, rates: rates.map((rate) => ({ ...rate, name: serviceName })) },
  });
  if (refusal) return refusal;
  const after = await findZone(ctx);
  const gids = after?.rates.filter(({ id, name }) => !known.has(id) && name === serviceName) ?? [];
  const now: WrittenRates = {
    ...{ profileGid: zone.profileId, gids: gids.map(({ id }) => id), at: ctx.clock.now() },
    rates: rates.map(({ fromGrams, upToGrams, pkr }) => ({ fromGrams, upToGrams, pkr })),
  };
  await save(ctx, by, now);
  // What was written by the document's figures, or by old quotes, is compared with what the supplier says now.
  await askNow(ctx);
  return { kind: "applied" };
}

/** Takes out of the profile what Karwan wrote there and is still there, from wherever Karwan ships now. */
export async function undoWeightRates(
  ctx: ShopContext,
  { by }: { readonly by: string },
): Promise<{ readonly kind: "undone" } | RatesRefusal> {
  const written = parseWrittenRates((await findDeliveryCharge(ctx))?.weightRates);
  const refusal = written && (await removeWritten(ctx, written));
  if (refusal) return refusal;
  await save(ctx, by, null);
  return { kind: "undone" };
}

/** What stands there is kept as written: only what is gone is forgotten. */
async function removeWritten(ctx: ShopContext, written: WrittenRates): Promise<RatesRefusal | null> {
  const existing = await listExisting(ctx, written);
  if (existing.length === 0) return null;
  const refusal = await change(ctx, { profileId: written.profileGid, remove: existing, create: null });
  if (refusal) return refusal;
  const left = await listExisting(ctx, written);
  return left.length > 0 ? { kind: "refused", message: "Shopify did not take them out. Try again." } : null;
}

function listExisting({ admin }: ShopContext, { profileGid, gids }: WrittenRates) {
  return listExistingRates(admin, { profileId: profileGid, rateIds: gids });
}

async function plan(ctx: ShopContext): Promise<({ readonly kind: "ready" } & Plan) | RatesRefusal> {
  const { db, shop, connection } = ctx;
  if (connection === null) return { kind: "not_connected" };
  const [row, tariff, zone] = await Promise.all([
    findDeliveryCharge(ctx),
    loadTariff({ db, shopId: shop.id, connection }),
    findZone(ctx),
  ]);
  if (zone === null) return { kind: "no_zone" };
  return {
    kind: "ready",
    ...{ zone, rates: planWeightRates(tariff), isAnyQuoted: tariff.bandsSeenAt !== null },
    written: parseWrittenRates(row?.weightRates),
    serviceName: row?.serviceName ?? "Standard delivery",
  };
}

/** The zone of Pakistan that ships from Karwan's location, of the profile that new products are in where there are several. */
async function findZone({ admin, shop }: ShopContext): Promise<RatedZone | null> {
  const { locationGid } = shop;
  if (locationGid === null) return null;
  const zones = await listDeliveryZones(admin, locationGid);
  const named = zones.filter(({ countries }) => countries.includes("PK"));
  const profile = named.find(({ isDefaultProfile }) => isDefaultProfile) ?? named[0];
  if (!profile) return null;
  const { profileId } = profile;
  const [rated] = await listZoneRates(admin, { profileId, locationGid, country: "PK" });
  return rated ?? null;
}

async function change(
  { admin }: ShopContext,
  changes: Parameters<typeof updateProfileRates>[1],
): Promise<RatesRefusal | null> {
  try {
    await updateProfileRates(admin, changes);
    return null;
  } catch (error) {
    if (isShopifyError(error, "access_denied")) return { kind: "not_allowed" };
    // What stands there is read afterwards, whether the answer was lost or not.
    if (isShopifyError(error, "unknown_outcome")) return null;
    if (!isShopifyError(error, "user_errors")) throw error;
    return { kind: "refused", message: error.userErrors.map(({ message }) => message).join(" ") };
  }
}

async function save(ctx: ShopContext, by: string, kept: WrittenRates | null): Promise<void> {
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  const weightRates = kept === null ? Prisma.DbNull : JSON.parse(JSON.stringify(kept));
  await ctx.db.$transaction(async (tx) => {
    const where = { shopId };
    await tx.deliveryCharge.upsert({ where, create: { shopId, weightRates }, update: { weightRates } });
    const fact = { thing: "shop", thingId: shopId, actor: "person", by, code: "switched", at: now } as const;
    await recordFact(tx, shopId, { ...fact, params: { weightRates: kept !== null } });
    // Just written, it is what would be written.
    await syncMovedRates(tx, { shopId, now }, kept, []);
  });
}

/** Says on Home that what stands in the delivery profile is not what the supplier charges any more, or that it is again. */
export async function syncMovedRates(
  tx: Prisma.TransactionClient,
  scope: AttentionScope,
  written: WrittenRates | null,
  planned: readonly PlannedRate[],
): Promise<void> {
  const moved = written === null ? [] : listMovedRates(written.rates, planned);
  const thing = { thing: "shop", thingId: scope.shopId } as const;
  const code = "delivery_rates_moved";
  const [first] = moved;
  if (first) {
    const params = { count: moved.length, was: first.was, now: first.pkr };
    await openAttention(tx, scope, { ...thing, code, params });
    return;
  }
  const open = await tx.attention.findMany({
    where: { shopId: scope.shopId, ...thing, resolvedAt: null },
    select: { code: true },
  });
  const codes = open.map((row) => row.code);
  if (!codes.includes(code)) return;
  await resolveAttention(tx, scope, thing, { by: "karwan", keep: codes.filter((each) => each !== code) });
}
