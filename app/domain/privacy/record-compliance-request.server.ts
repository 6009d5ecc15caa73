import { z } from "zod";
import { openAttention } from "../attention/open-attention.server.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";
import { recordFact } from "../timeline/record.server.ts";

export type ComplianceTopic = "customers/data_request" | "customers/redact" | "shop/redact";

export type ComplianceOutcome =
  | { readonly kind: "recorded" }
  /** The body names another shop than the one the delivery is for: nothing may be done with it. */
  | { readonly kind: "wrong_shop" }
  | { readonly kind: "malformed" };

const ids = z.array(z.union([z.number(), z.string()]).transform(String)).optional();
const body = z.object({
  shop_id: z.union([z.number(), z.string()]).transform(String),
  shop_domain: z.string(),
  orders_requested: ids,
  orders_to_redact: ids,
});

type Asked = {
  readonly topic: ComplianceTopic;
  readonly delivery: { readonly key: string; readonly receivedAt: Date };
};

/** Shopify's limit for all three. */
const ALLOWED_MS = 30 * 24 * 60 * 60_000;

/**
 * Records that Shopify asked for, or for the erasure of, a person's data: which request, which orders; never who. The
 * same delivery again is the same request.
 */
export async function recordComplianceRequest(
  { shop, db, clock }: Pick<ShopContext, "shop" | "db" | "clock">,
  { topic, delivery }: Asked,
  payload: unknown,
): Promise<ComplianceOutcome> {
  const parsed = body.safeParse(payload);
  if (!parsed.success) return { kind: "malformed" };
  const request = parsed.data;
  const namesShop = request.shop_domain.toLowerCase() === shop.domain;
  const namesGid = shop.gid === null || shop.gid === `gid://shopify/Shop/${request.shop_id}`;
  if (!namesShop || !namesGid) return { kind: "wrong_shop" };
  const orders = [...(request.orders_requested ?? []), ...(request.orders_to_redact ?? [])];
  const { key: deliveryKey, receivedAt } = delivery;
  const dueAt = new Date(receivedAt.getTime() + ALLOWED_MS);
  const thing = { thing: "shop", thingId: shop.id } as const;
  await db.$transaction(async (tx) => {
    const orderGids = orders.map((id) => `gid://shopify/Order/${id}`);
    const { count } = await tx.privacyRequest.createMany({
      data: [{ shopId: shop.id, topic, deliveryKey, orderGids, receivedAt, dueAt }],
      skipDuplicates: true,
    });
    if (count === 0) return;
    await recordFact(tx, shop.id, {
      ...thing,
      actor: "shopify",
      code: topic.replace("/", "_"),
      params: { orders },
    });
    if (topic !== "customers/data_request") return;
    const written = { shopId: shop.id, now: clock.now() };
    await openAttention(tx, written, {
      ...thing,
      code: "data_request",
      params: { due: dueAt.toISOString() },
    });
  });
  return { kind: "recorded" };
}
