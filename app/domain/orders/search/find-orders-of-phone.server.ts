import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { OrderGid } from "#app/platform/ids.ts";
import { hashWord } from "./hash-words.ts";
import { listSearchWords } from "./search-words.ts";

/** The orders of whoever has this phone, however it is written; by keyed hashes, as they are searched (D-40). */
export async function findOrdersOfPhone(
  { shop, db, crypto }: Pick<ShopContext, "shop" | "db" | "crypto">,
  phone: string,
): Promise<readonly OrderGid[]> {
  const words = listSearchWords({ orderName: "", names: [], phones: [phone], ids: [] });
  const terms = words.map((word) => hashWord(crypto, shop.id, word));
  const orders = await db.order.findMany({
    where: { shopId: shop.id, searchTerms: { some: { term: { in: terms } } } },
    select: { orderGid: true },
  });
  return orders.map(({ orderGid }) => orderGid);
}
