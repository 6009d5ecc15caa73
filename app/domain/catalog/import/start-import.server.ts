import type { Listing, Prisma } from "@prisma/client";
import { reserveRunSlot } from "#app/domain/bulk-actions/reserve-run-slot.server.ts";
import { startBulkRun } from "#app/domain/bulk-actions/start-bulk-run.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { BulkRunId, ShopId, SupplierProductId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { findPriceProblems, type PriceProblem } from "./find-price-problems.server.ts";
import type { ChoicesOfProducts, ListingChoices } from "./listing-choices.ts";
import { newImportFields } from "./new-import-fields.ts";
import { type NotReady, notReadyToImport } from "./not-ready-to-import.ts";

/** More products at once are imported in two runs. */
export const IMPORT_LIMIT = 10_000;
/** So many new rows may be most of the table: it is analysed before PostgreSQL checks what points at them. */
const MANY = 1000;
/** A few statements for all of them, which take a second or two. */
const BEGIN_TIMEOUT_MS = 20_000;

export type StartImportInput = {
  /** The service's ids, in the order they are to be made. */
  readonly supplierProductIds: readonly SupplierProductId[];
  readonly choices: ChoicesOfProducts;
  /** For every product whose own choices say nothing else. */
  readonly common: Pick<ListingChoices, "status" | "collections" | "bulkPrice" | "vendor">;
  readonly by: string;
};

export type StartImportResult =
  | { readonly kind: "started"; readonly runId: BulkRunId; readonly products: number }
  | { readonly kind: "not_connected" | NotReady | "too_many" | "nothing_chosen" }
  /** Every product chosen is in the store. */
  | { readonly kind: "all_in_store" }
  /** Others are under way. */
  | { readonly kind: "not_now"; readonly reason: string }
  | { readonly kind: "prices_too_low"; readonly problems: readonly PriceProblem[] };

type StartContext = Pick<ShopContext, "shop" | "db" | "clock" | "connection" | "wake">;

/** Begins a run that imports these products of the mode in use; what is in the store already is left out of it. */
export async function startImport(ctx: StartContext, asked: StartImportInput): Promise<StartImportResult> {
  if (ctx.connection === null) return { kind: "not_connected" };
  const notReady = notReadyToImport(ctx);
  if (notReady !== null) return { kind: notReady };
  const ids = [...new Set(asked.supplierProductIds)];
  if (ids.length === 0) return { kind: "nothing_chosen" };
  if (ids.length > IMPORT_LIMIT) return { kind: "too_many" };
  const { mode } = ctx.connection;
  const problems = await findPriceProblems(ctx, mode, asked.choices);
  if (problems.length > 0) return { kind: "prices_too_low", problems };
  const begun = await ctx.db.$transaction(
    async (tx): Promise<StartImportResult> => {
      const reason = await reserveRunSlot(ctx, tx, "import");
      return reason === null
        ? beginRun(ctx, tx, mode, { ...asked, supplierProductIds: ids })
        : { kind: "not_now", reason };
    },
    { timeout: BEGIN_TIMEOUT_MS },
  );
  if (begun.kind === "started") await ctx.wake([importWork]);
  return begun;
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
  await writePlans(tx, shopId, wanted, asked);
  const inStore = listings.length - wanted.length;
  // By the plan of an empty table each row that points at a listing would read all listings of the shop.
  if (wanted.length >= MANY) await tx.$executeRaw`analyze listing`;
  const { vendor } = asked.common;
  const run = await startBulkRun(
    ctx,
    tx,
    {
      kind: "import",
      mode,
      by: asked.by,
      work: importWork,
      params: {
        asked: asked.supplierProductIds.length,
        inStore,
        ...(vendor === undefined ? {} : { vendor }),
      },
      fact: { code: "import_run", params: { products: wanted.length } },
    },
    { listingIds: wanted.map(({ id }) => id) },
  );
  return { kind: "started", runId: run.id, products: wanted.length };
}

/** Rows for what is not listed yet, with what the cache of the catalog knows of it. */
async function createListings(
  { shop }: Pick<StartContext, "shop">,
  tx: Prisma.TransactionClient,
  mode: Mode,
  ids: readonly SupplierProductId[],
): Promise<void> {
  await tx.$executeRaw`
    insert into listing (shop_id, mode, supplier_product_id, title, updated_at)
    select ${shop.id}::uuid, ${mode}, asked.id, coalesce(known.title, ''), now()
    from unnest(${[...ids]}::text[]) with ordinality as asked (id, place)
    left join catalog_product known
      on known.shop_id = ${shop.id}::uuid and known.mode = ${mode} and known.supplier_product_id = asked.id
    order by asked.place
    on conflict do nothing`;
}

type ChosenListing = Pick<Listing, "id" | "supplierProductId" | "state" | "failure">;

/** In the order they were asked for. */
function findListings(
  tx: Prisma.TransactionClient,
  { shopId, mode }: { readonly shopId: ShopId; readonly mode: Mode },
  ids: readonly SupplierProductId[],
): Promise<readonly ChosenListing[]> {
  return tx.$queryRaw<ChosenListing[]>`
    select listing.id, listing.supplier_product_id as "supplierProductId", listing.state, listing.failure
    from unnest(${[...ids]}::text[]) with ordinality as asked (id, place)
    join listing on listing.shop_id = ${shopId}::uuid and listing.mode = ${mode}
      and listing.supplier_product_id = asked.id
    order by asked.place`;
}

/** What was chosen is kept with the listing; one that failed because its product was deleted begins anew. */
async function writePlans(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  wanted: readonly ChosenListing[],
  { choices, common }: StartImportInput,
): Promise<void> {
  const plans = wanted.map(({ supplierProductId }) =>
    JSON.stringify({ ...common, ...choices[supplierProductId] }),
  );
  await tx.$executeRaw`
    update listing set state = 'importing', failure = null, unlinked_at = null, plan = own.plan::jsonb, updated_at = now()
    from unnest(${wanted.map(({ id }) => id)}::uuid[], ${plans}::text[]) as own (id, plan)
    where listing.shop_id = ${shopId}::uuid and listing.id = own.id`;
  const deleted = wanted.filter(({ failure }) => failure === "deleted_in_shopify").map(({ id }) => id);
  await tx.listing.updateMany({ where: { shopId, id: { in: deleted } }, data: newImportFields });
}
