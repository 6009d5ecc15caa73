import { shipsTo } from "#app/domain/context/ships-to.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { LocationGid, ShopId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { createMetafieldDefinition } from "#app/shopify/operations/shop/create-metafield-definition.ts";
import { getShop } from "#app/shopify/operations/shop/get-shop.ts";
import { listDeliveryZones } from "#app/shopify/operations/shop/list-delivery-zones.ts";
import { missingScopes } from "#app/shopify/scopes.ts";
import {
  ensureFulfillmentService,
  type FulfillmentServiceResult,
} from "./ensure-fulfillment-service.server.ts";
import { ensureShopRow } from "./ensure-shop-row.server.ts";

export type InstallDeps = Pick<ShopContext, "shop" | "db" | "clock" | "log" | "admin">;

/** What makes an import find its product again, so that it is never made twice. */
const PRODUCT_IDENTITY = {
  ownerType: "PRODUCT",
  key: "supplier_product_id",
  name: "Supplier product",
  description: "Which product of the supplier's catalog this one is",
  type: "id",
  unique: true,
} as const;

type InstallStep = {
  readonly step: "shop" | "scopes" | "location" | "metafields" | "delivery";
  readonly outcome: "done" | "needs_merchant";
  /** What the merchant has to do, and the page of Shopify's admin where it is done. */
  readonly fix: { readonly sentence: string; readonly url: string | null } | null;
};

export type InstallReport = {
  /** The shop's row may be another than before: a renamed shop keeps its old one. */
  readonly shopId: ShopId;
  readonly reinstalled: boolean;
  /** The location is not the one we knew: listings have to be stocked at it anew. */
  readonly locationChanged: boolean;
  readonly locationActive: boolean;
  readonly deliveryReady: boolean | null;
  readonly missingScopes: readonly string[];
  readonly checklist: readonly InstallStep[];
};

/**
 * Brings the shop and its row to the state the app needs. Every step may be run again: on install, on reinstall, when
 * the app is opened, and daily. Throws ShopifyError where Shopify could not be asked.
 */
export async function installShop(
  ctx: InstallDeps,
  { appUrl }: { readonly appUrl: string },
): Promise<InstallReport> {
  const facts = await getShop(ctx.admin);
  const { shop, reinstalled } = await ensureShopRow(ctx, facts);
  const missing = missingScopes(facts.grantedScopes);
  const service = await ensureFulfillmentService(ctx, {
    knownServiceGid: shop.fulfillmentServiceGid,
    callbackUrl: `${appUrl}/webhooks/shopify/fulfillment-service`,
  });
  await createMetafieldDefinition(ctx.admin, PRODUCT_IDENTITY);
  const deliveryReady = await checkDelivery(ctx, service.locationGid);
  const now = ctx.clock.now();
  const locationChanged = shop.locationGid !== null && shop.locationGid !== service.locationGid;
  await ctx.db.$transaction(async (tx) => {
    await tx.shop.update({
      where: { id: shop.id },
      data: {
        fulfillmentServiceGid: service.serviceGid,
        locationGid: service.locationGid,
        deliveryReady,
        setUpAt: shop.setUpAt ?? now,
      },
    });
    // Marked with the change itself: listings stand at a location that is gone, orders waited for the shop.
    const restock = { shopId: shop.id, kind: "catalog.restock", subject: "shop" } as const;
    const openOrders = { shopId: shop.id, kind: "orders.reconcileOpen", subject: "shop" } as const;
    await requestReconcile(tx, [
      ...(locationChanged ? [restock] : []),
      ...(locationChanged || reinstalled ? [openOrders] : []),
    ]);
  });
  ctx.log.info({
    event: "shop_set_up",
    shopId: shop.id,
    kind: reinstalled ? "reinstall" : "install",
    outcome: deliveryReady === true ? "ready" : "needs_merchant",
  });
  return {
    shopId: shop.id,
    reinstalled,
    ...{ locationChanged, locationActive: service.active },
    deliveryReady,
    missingScopes: missing,
    checklist: toChecklist({ domain: facts.domain, missing, service, deliveryReady }),
  };
}

type InstallFindings = {
  readonly domain: string;
  readonly missing: readonly string[];
  readonly service: FulfillmentServiceResult;
  readonly deliveryReady: boolean | null;
};

function toChecklist({ domain, missing, service, deliveryReady }: InstallFindings): readonly InstallStep[] {
  return [
    done("shop"),
    missing.length === 0 ? done("scopes") : scopesMissing(domain),
    service.active ? done("location") : locationInactive(domain, service.locationGid),
    done("metafields"),
    deliveryReady === true ? done("delivery") : deliveryMissing(domain, deliveryReady),
  ];
}

/** Null where we may not look: `read_shipping` was not granted. */
async function checkDelivery(ctx: InstallDeps, locationGid: LocationGid): Promise<boolean | null> {
  try {
    return shipsTo(await listDeliveryZones(ctx.admin, locationGid), "PK");
  } catch (error) {
    if (isShopifyError(error, "access_denied")) return null;
    throw error;
  }
}

function done(step: InstallStep["step"]): InstallStep {
  return { step, outcome: "done", fix: null };
}

function scopesMissing(domain: string): InstallStep {
  return merchantStep(
    "scopes",
    "Karwan lost a permission it needs. Open the app again and grant it.",
    adminUrl(domain, "settings/apps"),
  );
}

function locationInactive(domain: string, locationGid: LocationGid): InstallStep {
  return merchantStep(
    "location",
    "The Karwan location is deactivated. Activate it in Shopify's locations.",
    adminUrl(domain, `settings/locations/${locationGid.split("/").at(-1) ?? ""}`),
  );
}

function deliveryMissing(domain: string, ready: boolean | null): InstallStep {
  const sentence =
    ready === null
      ? "Karwan may not see your shipping settings. Check that the Karwan location has a rate for Pakistan."
      : "No shipping rate covers Pakistan from the Karwan location. Add the location to a shipping profile with a rate for Pakistan.";
  return merchantStep("delivery", sentence, adminUrl(domain, "settings/shipping"));
}

function merchantStep(step: InstallStep["step"], sentence: string, url: string): InstallStep {
  return { step, outcome: "needs_merchant", fix: { sentence, url } };
}

function adminUrl(domain: string, page: string): string {
  return `https://admin.shopify.com/store/${domain.replace(/\.myshopify\.com$/, "")}/${page}`;
}
