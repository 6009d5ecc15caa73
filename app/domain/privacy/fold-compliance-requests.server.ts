import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { deliveryPlace } from "#app/domain/deliveries/delivery-place.ts";
import { parseExactJson } from "#app/platform/http/parse-exact-json.ts";
import type { ComplianceTopic } from "./compliance-topics.ts";
import { recordComplianceRequest } from "./record-compliance-request.server.ts";

/**
 * Records the compliance requests that have arrived; one that names another shop is kept and marked as ignored. What is
 * needed of a body is then in the request: the body, which names a person, is emptied.
 */
export async function foldComplianceRequests(ctx: ShopContext, topic: ComplianceTopic): Promise<void> {
  const deliveries = await ctx.db.delivery.findMany({
    where: { shopId: ctx.shop.id, source: "shopify", topic, foldedAt: null, ignored: null },
    orderBy: { id: "asc" },
  });
  for (const delivery of deliveries) {
    const body = parseExactJson(ctx.crypto.openText(delivery.bodyEnc, deliveryPlace(delivery)));
    const outcome = await recordComplianceRequest(ctx, { topic, delivery }, body);
    await ctx.db.delivery.update({
      where: { id: delivery.id, shopId: ctx.shop.id },
      data: {
        foldedAt: ctx.clock.now(),
        bodyEnc: new Uint8Array(),
        ...(outcome.kind === "recorded" ? {} : { ignored: outcome.kind }),
      },
    });
  }
}
