import { z } from "zod";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import { toOrderGid } from "#app/platform/ids.ts";
import { openAttention } from "../attention/open-attention.server.ts";
import { findOrdersOfPhone } from "../orders/search/find-orders-of-phone.server.ts";
import { recordFact } from "../timeline/record.server.ts";
import type { ComplianceTopic } from "./compliance-topics.ts";

export type ComplianceResult =
  | { readonly kind: "recorded" }
  /** The body names another shop than the one the delivery is for: nothing may be done with it. */
  | { readonly kind: "wrong_shop" }
  | { readonly kind: "malformed" };

/** Exact: a number beyond 2^53 is another id by now. */
const id = z.union([z.number().int(), z.string()]).transform(String);
const ids = z.array(id).optional();
const body = z.object({
  shop_id: id,
  shop_domain: z.string(),
  orders_requested: ids,
  orders_to_redact: ids,
  customer: z.object({ phone: z.string().nullish() }).nullish(),
});

const FACTS = {
  "customers/data_request": "customers_data_request",
  "customers/redact": "customers_redact",
  "shop/redact": "shop_redact",
} as const satisfies Readonly<Record<ComplianceTopic, FactCode>>;

type ComplianceRequestInput = {
  readonly topic: ComplianceTopic;
  readonly delivery: { readonly key: string; readonly receivedAt: Date };
};

/** Shopify's limit for all three. */
const ALLOWED_MS = 30 * 24 * 60 * 60_000;

/**
 * Records that Shopify asked for, or for the erasure of, a person's data: which request, which orders; never who. One
 * that names no orders is about those of the phone it names. The same delivery again is the same request.
 */
export async function recordComplianceRequest(
  ctx: Pick<ShopContext, "shop" | "db" | "clock" | "crypto">,
  { topic, delivery }: ComplianceRequestInput,
  payload: unknown,
): Promise<ComplianceResult> {
  const { shop, db, clock } = ctx;
  const parsed = body.safeParse(payload);
  if (!parsed.success) return { kind: "malformed" };
  const request = parsed.data;
  const namesShop = request.shop_domain.toLowerCase() === shop.domain;
  const namesGid = shop.gid === null || shop.gid === `gid://shopify/Shop/${request.shop_id}`;
  if (!namesShop || !namesGid) return { kind: "wrong_shop" };
  const named = [...(request.orders_requested ?? []), ...(request.orders_to_redact ?? [])];
  const phone = request.customer?.phone;
  const orderGids =
    named.length === 0 && phone
      ? await findOrdersOfPhone(ctx, phone)
      : named.map((id) => toOrderGid(`gid://shopify/Order/${id}`));
  const { key: deliveryKey, receivedAt } = delivery;
  const dueAt = new Date(receivedAt.getTime() + ALLOWED_MS);
  const thing = { thing: "shop", thingId: shop.id } as const;
  await db.$transaction(async (tx) => {
    const { count } = await tx.privacyRequest.createMany({
      data: [{ shopId: shop.id, topic, deliveryKey, orderGids: [...orderGids], receivedAt, dueAt }],
      skipDuplicates: true,
    });
    if (count === 0) return;
    await recordFact(tx, shop.id, {
      ...thing,
      actor: "shopify",
      code: FACTS[topic],
      params: { orders: orderGids.map((gid) => gid.split("/").at(-1) ?? "") },
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
