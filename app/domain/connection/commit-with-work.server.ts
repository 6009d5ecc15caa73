import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import type { ShopWork } from "#app/platform/queue/work-kinds.ts";

/**
 * Writes something together with the work it requests, and notifies workers after the commit: for whoever dies in between
 * the sweeper does. The rows of work come first, as a run locks its own before what it is about.
 */
export async function commitWithWork<T>(
  { shop, db, wake }: Pick<ShopContext, "shop" | "db" | "wake">,
  marks: readonly ShopWork[],
  write: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const ofShop = marks.map((mark) => ({ ...mark, shopId: shop.id }));
  const written = await db.$transaction(async (tx) => {
    await requestReconcile(tx, ofShop, { notifyFollows: true });
    return write(tx);
  });
  await wake(marks);
  return written;
}
