import { z } from "zod";
import { recordFact } from "../timeline/record.server.ts";
import type { ShopContext } from "./shop-context.server.ts";

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

/** Records that Shopify asked for, or for the erasure of, a person's data: which request, which orders; never who. */
export async function recordComplianceRequest(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  topic: ComplianceTopic,
  payload: unknown,
): Promise<ComplianceOutcome> {
  const parsed = body.safeParse(payload);
  if (!parsed.success) return { kind: "malformed" };
  const request = parsed.data;
  const namesShop = request.shop_domain.toLowerCase() === shop.domain;
  const namesGid = shop.gid === null || shop.gid === `gid://shopify/Shop/${request.shop_id}`;
  if (!namesShop || !namesGid) return { kind: "wrong_shop" };
  const orders = [...(request.orders_requested ?? []), ...(request.orders_to_redact ?? [])];
  await db.$transaction((tx) =>
    recordFact(tx, shop.id, {
      thing: "shop",
      thingId: shop.id,
      actor: "shopify",
      code: topic.replace("/", "_"),
      params: { orders },
    }),
  );
  return { kind: "recorded" };
}
