import { openItemStates } from "#app/domain/bulk-actions/item-state.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { ListingId, ShopId, SupplierProductId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { newImportFields } from "./new-import-fields.ts";
import { type NotReady, notReadyToImport } from "./not-ready-to-import.ts";

export type ImportOutcome =
  /** The import runs in the background; what it comes to stands in the listing. */
  | { readonly kind: "started"; readonly listingId: ListingId }
  | { readonly kind: "already_in_store"; readonly listingId: ListingId }
  | { readonly kind: "not_connected" }
  | { readonly kind: NotReady };

type ImportContext = Pick<ShopContext, "shop" | "db" | "connection" | "wake">;

/** Begins the import of a product of the mode in use, or begins again where one failed. Pressing twice starts one. */
export async function importProduct(
  ctx: ImportContext,
  input: { readonly supplierProductId: SupplierProductId; readonly by: string },
): Promise<ImportOutcome> {
  if (ctx.connection === null) return { kind: "not_connected" };
  const notReady = notReadyToImport(ctx);
  if (notReady !== null) return { kind: notReady };
  const { listing, isOfRun } = await beginListing(ctx, ctx.connection.mode, input);
  if (listing.state === "ready") return { kind: "already_in_store", listingId: listing.id };
  if (!isOfRun) await ctx.wake([{ kind: "listing.import", subject: { listingId: listing.id } }]);
  return { kind: "started", listingId: listing.id };
}

async function beginListing(
  ctx: ImportContext,
  mode: Mode,
  { supplierProductId, by }: { readonly supplierProductId: SupplierProductId; readonly by: string },
) {
  const shopId = ctx.shop.id;
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.listing.createMany({
      data: [{ shopId, mode, supplierProductId }],
      skipDuplicates: true,
    });
    const where = { shopId_mode_supplierProductId: { shopId, mode, supplierProductId } };
    const listing = await tx.listing.findUniqueOrThrow({ where });
    if (count === 1) {
      const fact = { thing: "listing", thingId: listing.id, actor: "person", code: "import_asked" } as const;
      await recordFact(tx, shopId, { ...fact, by });
    }
    if (listing.state === "ready") return { listing, isOfRun: false };
    // A run makes it when its turn comes: two at once would make it twice.
    const isOfRun = listing.state === "importing" && (await isInRun(tx, shopId, listing.id));
    if (isOfRun) return { listing, isOfRun };
    // Marked with the row it is about; waking the worker after commit only makes it sooner.
    await requestReconcile(tx, [{ shopId, kind: "listing.import", subject: { listingId: listing.id } }]);
    // The product it was to be linked to is gone: this press adds it anew.
    const anew = listing.failure === "deleted_in_shopify" ? newImportFields : {};
    const data = { state: "importing" as const, failure: null, unlinkedAt: null, ...anew };
    return { listing: await tx.listing.update({ where, data }), isOfRun };
  });
}

async function isInRun(
  tx: Pick<ShopContext["db"], "bulkItem">,
  shopId: ShopId,
  listingId: ListingId,
): Promise<boolean> {
  const open = { state: { in: [...openItemStates] }, run: { kind: "import" as const } };
  return (await tx.bulkItem.count({ where: { shopId, listingId, ...open } })) > 0;
}
