import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { BulkRunId, ListingId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { newImportFields } from "./new-import-fields.ts";
import { importWork } from "./start-import.server.ts";

type RetryImportInput = {
  readonly runId: BulkRunId;
  /** One product of the run; all that were refused without it. */
  readonly listingId?: ListingId;
};

export type RetryImportResult =
  | { readonly kind: "begun"; readonly products: number }
  | { readonly kind: "nothing_to_do" };

/** Takes products of a run up again that were refused or left when it was stopped. */
export async function retryImport(
  ctx: Pick<ShopContext, "shop" | "db" | "wake">,
  { runId, listingId }: RetryImportInput,
): Promise<RetryImportResult> {
  const shopId = ctx.shop.id;
  const outcome = await ctx.db.$transaction(
    async (tx): Promise<RetryImportResult> => {
      const items = await tx.bulkItem.findMany({
        where: {
          ...{ shopId, runId, state: "refused", run: { kind: "import" } },
          ...(listingId === undefined ? {} : { listingId }),
          listing: { state: "failed" },
        },
        select: { id: true, listingId: true },
      });
      if (items.length === 0) return { kind: "nothing_to_do" };
      const listingIds = items.flatMap((item) => item.listingId ?? []);
      // What was to be linked to a product that is gone is added anew.
      await tx.listing.updateMany({
        where: { shopId, id: { in: listingIds }, failure: "deleted_in_shopify" },
        data: newImportFields,
      });
      await tx.listing.updateMany({
        where: { shopId, id: { in: listingIds }, state: "failed" },
        data: { state: "importing", failure: null, unlinkedAt: null },
      });
      await tx.bulkItem.updateMany({
        where: { shopId, id: { in: items.map(({ id }) => id) } },
        data: { state: "waiting", reason: null, settledAt: null, attempts: 0 },
      });
      await tx.bulkRun.update({
        where: { shopId_id: { shopId, id: runId } },
        data: { state: "running", finishedAt: null },
      });
      await requestReconcile(tx, [{ shopId, ...importWork }]);
      return { kind: "begun", products: items.length };
    },
    { timeout: 30_000 },
  );
  if (outcome.kind === "begun") await ctx.wake([importWork]);
  return outcome;
}
