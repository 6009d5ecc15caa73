import { findLinkingProgress } from "#app/domain/catalog/adoption/adopt-listings.server.ts";
import { findSupplierChanges } from "#app/domain/catalog/listings/policy/supplier-changes.server.ts";
import { getPriceSettings } from "#app/domain/catalog/pricing/get-price-settings.server.ts";
import { listSupplierStores } from "#app/domain/catalog/stores/supplier-stores.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { getDeliveryPage } from "#app/domain/delivery-charge/delivery-settings.server.ts";
import { loadStockSettings } from "#app/domain/inventory/save-stock-settings.server.ts";
import { findSupplierAsking } from "#app/domain/orders/confirmation/find-supplier-asking.server.ts";
import { getRulesPage } from "#app/domain/orders/rules/get-rules-page.server.ts";
import { toPlacingTimes } from "#app/domain/orders/rules/placing-times.ts";
import { findShadowMode } from "#app/domain/orders/shadow/switch-shadow-mode.server.ts";
import { listPrivacyRequests } from "#app/domain/privacy/answer-data-request.server.ts";
import { getSettings } from "#app/domain/shops/get-settings.server.ts";
import { listStaff } from "#app/domain/shops/staff.server.ts";
import { loadLeaving } from "./load-leaving.server.ts";
import { previewCustomerPages } from "./preview-customer-pages.server.ts";
import type { Topic } from "./topics.ts";

/** What one page of the settings shows, and no more. */
export async function loadTopic(ctx: ShopContext, topic: Topic) {
  switch (topic) {
    case "connection": {
      const [settings, linking] = await Promise.all([getSettings(ctx), findLinkingProgress(ctx)]);
      return { topic, settings, linking };
    }
    case "placing": {
      const [settings, shadow] = await Promise.all([getSettings(ctx), findShadowMode(ctx)]);
      return { topic, settings, shadow };
    }
    case "confirmation": {
      const [settings, rules, supplierAsking] = await Promise.all([
        getSettings(ctx),
        getRulesPage(ctx, "confirm"),
        findSupplierAsking(ctx),
      ]);
      return { topic, settings, rules, supplierAsking };
    }
    case "payment":
      return { topic, settings: await getSettings(ctx) };
    case "customers":
      return { topic, settings: await getSettings(ctx), pages: previewCustomerPages(ctx) };
    case "waiting":
      return { topic, times: toPlacingTimes(ctx.shop) };
    case "delivery":
      return { topic, delivery: await getDeliveryPage(ctx) };
    case "prices":
      return { topic, prices: await getPriceSettings(ctx) };
    case "stock":
      return { topic, stock: await loadStockSettings(ctx) };
    case "supplier-changes":
      return { topic, supplierChanges: await findSupplierChanges(ctx) };
    case "stores":
      return { topic, stores: await listSupplierStores(ctx) };
    case "team":
      return { topic, staff: await listStaff(ctx) };
    case "privacy":
      return { topic, privacyRequests: await listPrivacyRequests(ctx) };
    case "leave":
      return { topic, leaving: await loadLeaving(ctx) };
  }
}
