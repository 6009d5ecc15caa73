import { z } from "zod";
import { attemptBodyPlace } from "#app/domain/orders/placement/send-attempt.server.ts";
import type { StorefrontContext } from "./storefront-context.ts";
import { currentHandoffs } from "./tracked-parcels.ts";
import type { TrackedOrder } from "./tracked-rows.server.ts";

const sent = z.object({ senderName: z.string().min(1) });

/** The sender's name as the service was given it for the parcel; before that the one it would be given now. */
export function senderOnParcel(
  { shop, crypto }: Pick<StorefrontContext, "shop" | "crypto">,
  order: TrackedOrder,
): string {
  const attempt = currentHandoffs(order).at(-1)?.attempts.at(-1);
  const ofShop = shop.senderName || shop.name;
  if (!attempt?.bodyEnc.length) return ofShop;
  const body: unknown = JSON.parse(crypto.openText(attempt.bodyEnc, attemptBodyPlace(attempt.id)));
  return sent.safeParse(body).data?.senderName ?? ofShop;
}
