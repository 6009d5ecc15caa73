import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { ensureShopRow } from "#app/domain/shops/ensure-shop-row.server.ts";
import { runSweepNow } from "#app/domain/sweeps/bring-forward.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { createCarrierService } from "#app/shopify/operations/shipping/create-carrier-service.ts";
import { deleteCarrierService } from "#app/shopify/operations/shipping/delete-carrier-service.ts";
import { listCarrierServices } from "#app/shopify/operations/shipping/list-carrier-services.ts";
import { updateCarrierService } from "#app/shopify/operations/shipping/update-carrier-service.ts";
import { getShop } from "#app/shopify/operations/shop/get-shop.ts";
import { mayAnswerCheckout } from "#app/shopify/scopes.ts";
import {
  callbackAddress,
  hashCallbackToken,
  isCallbackAddress,
  newCallbackToken,
} from "./callback-address.server.ts";
import { findDeliveryCharge } from "./delivery-settings.server.ts";

export type SwitchRatesResult =
  | { readonly kind: "on" }
  | { readonly kind: "not_allowed" }
  /** Shopify's own words; most often the plan has no rates of carriers. */
  | { readonly kind: "refused"; readonly message: string };

/**
 * Has the checkout ask Karwan, at an address made for this press. The address is committed before Shopify is told, so that a
 * lost answer leaves one that is known; whatever was registered before is given the new address. Of a carrier service of
 * before an installation nothing is kept: Shopify has deleted it.
 */
export async function startCheckoutRates(
  ctx: ShopContext,
  { by }: { readonly by: string },
): Promise<SwitchRatesResult> {
  const { db, env } = ctx;
  const facts = await getShop(ctx.admin);
  const { shop } = await ensureShopRow(ctx, facts);
  if (!mayAnswerCheckout(facts.grantedScopes)) return { kind: "not_allowed" };
  const token = newCallbackToken();
  const address = { callbackTokenHash: hashCallbackToken(token), installNumber: shop.installNumber };
  const where = { shopId: shop.id };
  const isOfBefore = (await findDeliveryCharge(ctx))?.installNumber !== shop.installNumber;
  const update = { ...address, ...(isOfBefore && { carrierServiceGid: null }) };
  await db.deliveryCharge.upsert({ where, create: { ...where, ...address }, update });
  const registered = await register(ctx, callbackAddress(env.SHOPIFY_APP_URL, token));
  if (registered.kind !== "registered") return registered;
  const isKept = await db.$transaction(async (tx) => {
    const { count } = await tx.deliveryCharge.updateMany({
      where: { ...where, callbackTokenHash: address.callbackTokenHash },
      data: { carrierServiceGid: registered.gid },
    });
    if (count > 0) await recordFact(tx, shop.id, { ...switchedBy(ctx, by), params: { checkoutRates: true } });
    return count > 0;
  });
  // Somebody pressed meanwhile, and Shopify may have this address while theirs is kept.
  if (!isKept) return startCheckoutRates(ctx, { by });
  if (ctx.connection) await runSweepNow(ctx, { kind: "quotes", mode: ctx.connection.mode });
  return { kind: "on" };
}

type Registration =
  | { readonly kind: "registered"; readonly gid: string }
  | Exclude<SwitchRatesResult, { kind: "on" }>;

async function register(ctx: ShopContext, callbackUrl: string): Promise<Registration> {
  try {
    const ours = await findOurs(ctx);
    const gid = ours ? await giveAddress(ctx, ours, callbackUrl) : await create(ctx, callbackUrl);
    return { kind: "registered", gid };
  } catch (error) {
    if (isShopifyError(error, "access_denied")) return { kind: "not_allowed" };
    if (!isShopifyError(error, "user_errors")) throw error;
    return { kind: "refused", message: error.userErrors.map(({ message }) => message).join(" ") };
  }
}

async function giveAddress(ctx: ShopContext, id: string, callbackUrl: string): Promise<string> {
  await updateCarrierService(ctx.admin, { id, callbackUrl });
  return id;
}

/** Where the answer was lost, or the name is taken by one that was made meanwhile, what is there afterwards counts. */
async function create(ctx: ShopContext, callbackUrl: string): Promise<string> {
  try {
    return (await createCarrierService(ctx.admin, { name: "Karwan", callbackUrl })).id;
  } catch (error) {
    const isLost = isShopifyError(error, "unknown_outcome");
    if (!isLost && !isShopifyError(error, "user_errors")) throw error;
    const made = await findOurs(ctx);
    if (made === null) throw error;
    return giveAddress(ctx, made, callbackUrl);
  }
}

/** The one we know, or one with an address of this installation; null where there is neither. */
async function findOurs(ctx: ShopContext): Promise<string | null> {
  const known = (await findDeliveryCharge(ctx))?.carrierServiceGid ?? null;
  const services = await listCarrierServices(ctx.admin);
  const ours =
    services.find(({ id }) => id === known) ??
    services.find(({ callbackUrl }) => isCallbackAddress(ctx.env.SHOPIFY_APP_URL, callbackUrl));
  return ours?.id ?? null;
}

/** The checkout does not ask Karwan any more: the address is nobody's before Shopify is told. */
export async function stopCheckoutRates(ctx: ShopContext, { by }: { readonly by: string }): Promise<void> {
  const { db, shop } = ctx;
  const row = await findDeliveryCharge(ctx);
  if (row === null) return;
  const where = { shopId: shop.id };
  await db.deliveryCharge.update({ where, data: { callbackTokenHash: null } });
  const gid = await findOurs(ctx);
  if (gid !== null) await remove(ctx, gid);
  await db.$transaction(async (tx) => {
    const { count } = await tx.deliveryCharge.updateMany({
      where: { ...where, carrierServiceGid: { not: null } },
      data: { carrierServiceGid: null },
    });
    if (count > 0)
      await recordFact(tx, shop.id, { ...switchedBy(ctx, by), params: { checkoutRates: false } });
  });
}

/** One that is gone meanwhile is as good. */
async function remove(ctx: ShopContext, gid: string): Promise<void> {
  try {
    await deleteCarrierService(ctx.admin, gid);
  } catch (error) {
    if (!isShopifyError(error, "user_errors") || (await findOurs(ctx)) === gid) throw error;
  }
}

function switchedBy({ shop, clock }: ShopContext, by: string) {
  const fact = { thing: "shop", thingId: shop.id, actor: "person", by, code: "switched" } as const;
  return { ...fact, at: clock.now() };
}
