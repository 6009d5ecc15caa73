import type { Shop } from "@prisma/client";

/** `not_set_up`: our location is not made yet, so there is nowhere to stock a product. */
export type NotReady = "not_set_up" | "currency_not_pkr";

/** Why nothing can be imported into a shop; the supplier's prices are in rupees and would be written in its currency. */
export function notReadyToImport({
  shop,
}: {
  readonly shop: Pick<Shop, "currency" | "locationGid">;
}): NotReady | null {
  if (shop.currency !== "PKR") return "currency_not_pkr";
  return shop.locationGid === null ? "not_set_up" : null;
}
