import type { Listing, Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { reserveRunSlot } from "#app/domain/idempotency/reserve-run-slot.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { findPriceProblems, type PriceProblem } from "./find-price-problems.server.ts";
import type { ChoicesOfProducts, ListingChoices } from "./listing-choices.ts";
import { newImportFields } from "./new-import-fields.ts";

/** More products at once are imported in two runs. */
export const IMPORT_LIMIT = 10_000;
const ROWS_AT_ONCE = 1000;
/** A dozen statements for each thousand products. */
const BEGIN_TIMEOUT_MS = 20_000;

export type StartImportInput = {
  /** The service's ids, in the order they are to be made. */
  readonly supplierProductIds: readonly string[];
  readonly choices: ChoicesOfProducts;
  /** For every product whose own choices say nothing else. */
  readonly common: Pick<ListingChoices, "status" | "collections" | "bulkPrice" | "vendor">;
  readonly by: string;
};

export type StartImportResult =
  | { readonly kind: "started"; readonly runId: string; readonly products: number }
  | { readonly kind: "not_connected" | "not_set_up" | "too_many" | "nothing_chosen" }
  /** Every product chosen is in the store. */
  | { readonly kind: "all_in_store" }
  /** Others are under way. */
  | { readonly kind: "not_now"; readonly reason: string }
  | { readonly kind: "prices_too_low"; readonly problems: readonly PriceProblem[] };

type StartContext = Pick<ShopContext, "shop" | "db" | "clock" | "connection" | "wake">;

/** Begins a run that imports these products of the mode in use; what is in the store already is left out of it. */
export async function startImport(ctx: StartContext, asked: StartImportInput): Promise<StartImportResult> {
  if (ctx.connection === null) return { kind: "not_connected" };
  if (ctx.shop.locationGid === null) return { kind: "not_set_up" };
  const ids = [...new Set(asked.supplierProductIds)];
  if (ids.length === 0) return { kind: "nothing_chosen" };
  if (ids.length > IMPORT_LIMIT) return { kind: "too_many" };
  const { mode } = ctx.connection;
  const problems = await findPriceProblems(ctx, mode, asked.choices);
  if (problems.length > 0) return { kind: "prices_too_low", problems };
  const begun = await ctx.db.$transaction(
    async (tx): Promise<StartImportResult> => {
      const reason = await claimRunTurn(ctx, tx);
      return reason === null
        ? beginRun(ctx, tx, mode, { ...asked, supplierProductIds: ids })
        : { kind: "not_now", reason };
    },
    { timeout: BEGIN_TIMEOUT_MS },
  );
  if (begun.kind === "started") await ctx.wake([importWork]);
  return begun;
}

function claimRunTurn({ shop, clock }: StartContext, tx: Prisma.TransactionClient): Promise<string | null> {
  const where = { shopId: shop.id, kind: "import", finishedAt: null } as const;
  const countOpen = (since: Date) => tx.listingRun.count({ where: { ...where, createdAt: { gt: since } } });
  return reserveRunSlot(tx, { shopId: shop.id, kind: "import", now: clock.now(), countOpen });
}

/** All runs of a shop are one row of work. */
export const importWork = { kind: "imports.continue", subject: "shop" } as const;

async function beginRun(
  ctx: StartContext,
  tx: Prisma.TransactionClient,
  mode: Mode,
  asked: StartImportInput,
): Promise<Extract<StartImportResult, { kind: "started" | "all_in_store" }>> {
  const shopId = ctx.shop.id;
  await createListings(ctx, tx, mode, asked.supplierProductIds);
  const listings = await findListings(tx, { shopId, mode }, asked.supplierProductIds);
  const wanted = listings.filter(({ state }) => state !== "ready");
  if (wanted.length === 0) return { kind: "all_in_store" };
  await writePlans(tx, wanted, asked);
  const inStore = listings.length - wanted.length;
  const run = await tx.listingRun.create({
    data: {
      ...{ shopId, mode, kind: "import", by: asked.by, createdAt: ctx.clock.now() },
      params: {
        ...{ asked: asked.supplierProductIds.length, inStore },
        ...(asked.common.vendor === undefined ? {} : { vendor: asked.common.vendor }),
      },
    },
  });
  for (const part of parts(wanted)) {
    await tx.listingRunItem.createMany({
      data: part.map(({ entry: { id: listingId }, position }) => ({
        ...{ shopId, runId: run.id, listingId, position },
      })),
    });
  }
  const fact = { thing: "shop", thingId: shopId, actor: "person", by: asked.by, code: "import_run" } as const;
  await recordFact(tx, shopId, { ...fact, params: { products: wanted.length }, at: ctx.clock.now() });
  await requestReconcile(tx, [{ shopId, ...importWork }]);
  return { kind: "started", runId: run.id, products: wanted.length };
}

/** Rows for what is not listed yet, with what the cache of the catalog knows of it. */
async function createListings(
  ctx: StartContext,
  tx: Prisma.TransactionClient,
  mode: Mode,
  ids: readonly string[],
): Promise<void> {
  const shopId = ctx.shop.id;
  for (const part of parts(ids)) {
    const supplierProductIds = part.map(({ entry }) => entry);
    const known = await tx.catalogProduct.findMany({
      where: { shopId, mode, supplierProductId: { in: supplierProductIds } },
      select: { supplierProductId: true, title: true },
    });
    const titleOf = new Map(known.map(({ supplierProductId, title }) => [supplierProductId, title]));
    await tx.listing.createMany({
      data: supplierProductIds.map((supplierProductId) => ({
        ...{ shopId, mode, supplierProductId },
        title: titleOf.get(supplierProductId) ?? "",
      })),
      skipDuplicates: true,
    });
  }
}

async function findListings(
  tx: Prisma.TransactionClient,
  where: { readonly shopId: string; readonly mode: Mode },
  ids: readonly string[],
): Promise<readonly Listing[]> {
  const found = new Map<string, Listing>();
  for (const part of parts(ids)) {
    const listings = await tx.listing.findMany({
      where: { ...where, supplierProductId: { in: part.map(({ entry }) => entry) } },
    });
    for (const listing of listings) found.set(listing.supplierProductId, listing);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** What was chosen is kept with the listing; one that failed because its product was deleted begins anew. */
async function writePlans(
  tx: Prisma.TransactionClient,
  wanted: readonly Listing[],
  { choices, common }: StartImportInput,
): Promise<void> {
  const begun = { state: "importing", failure: null, unlinkedAt: null } as const;
  const [shopId] = wanted.map((listing) => listing.shopId);
  for (const part of parts(wanted)) {
    const ids = part.map(({ entry }) => entry.id);
    await tx.listing.updateMany({ where: { shopId, id: { in: ids } }, data: { ...begun, plan: common } });
  }
  const deleted = wanted.filter(({ failure }) => failure === "deleted_in_shopify").map(({ id }) => id);
  await tx.listing.updateMany({
    where: { shopId, id: { in: deleted } },
    data: newImportFields,
  });
  const own = wanted.flatMap(({ id, supplierProductId }) => {
    const chosen = choices[supplierProductId];
    return chosen === undefined ? [] : [{ id, plan: { ...common, ...chosen } }];
  });
  for (const part of parts(own)) {
    const plans = JSON.stringify(part.map(({ entry }) => entry));
    await tx.$executeRaw`
      update listing set plan = own.plan
      from jsonb_to_recordset(${plans}::jsonb) as own(id uuid, plan jsonb)
      where listing.shop_id = ${shopId}::uuid and listing.id = own.id`;
  }
}

function parts<T>(
  entries: readonly T[],
): readonly (readonly { readonly entry: T; readonly position: number }[])[] {
  const placed = entries.map((entry, position) => ({ entry, position }));
  const count = Math.ceil(placed.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, at) => placed.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE));
}
