import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { csvHeadings, csvLines } from "#app/platform/csv-table.ts";
import type { MappingId, ProductGid, VariantGid } from "#app/platform/ids.ts";
import { type FoundVariant, findVariants } from "#app/shopify/operations/products/find-variants.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { findGoodsByVariant } from "./find-goods-by-variant.server.ts";
import { listMappings } from "./list-mappings.server.ts";
import { loadMappedRows, lockMappedRows } from "./mapped-rows.server.ts";
import { type CsvFacts, type CsvPlan, findVariantGid, type KnownVariant, planCsv } from "./plan-csv.ts";
import { COLUMNS, readMappingCsv } from "./read-mapping-csv.ts";
import { writeMapping } from "./write-mapping.server.ts";

const VARIANTS_PER_READ = 100;

type ExportMappingsDeps = Pick<ShopContext, "shop" | "db" | "connection">;

/** All mappings of the mode in use as a CSV file, a line for each part; a formula in a title is only text there. */
export async function* exportMappings(ctx: ExportMappingsDeps): AsyncGenerator<string> {
  yield csvHeadings(COLUMNS);
  for (let cursor: string | null = null; ; ) {
    const { mappings, next } = await listMappings(ctx, { cursor });
    for (const { variants } of mappings) {
      for (const { title, variantGid, sku, parts } of variants) {
        for (const [index, part] of parts.entries()) {
          yield csvLines(COLUMNS, [
            {
              ...{ product: title, "variant gid": variantGid, sku: sku ?? "" },
              "supplier product id": part.supplierProductId,
              "supplier variant id": part.supplierVariantId,
              ...{ quantity: part.quantity, part: index + 1 },
            },
          ]);
        }
      }
    }
    if (next === null) return;
    cursor = next;
  }
}

export type CsvPreviewResult =
  | { readonly kind: "plan"; readonly plan: CsvPlan }
  | { readonly kind: "unreadable"; readonly reason: string };

type PreviewCsvDeps = Pick<ShopContext, "shop" | "db" | "admin" | "supplier" | "connection">;

/** What a file would change, row by row; changes nothing. */
export async function previewMappingCsv(ctx: PreviewCsvDeps, bytes: Uint8Array): Promise<CsvPreviewResult> {
  const outcome = await readAndPlanCsv(ctx, bytes);
  return outcome.kind === "plan" ? { kind: "plan", plan: outcome.plan } : outcome;
}

export type CsvApplyResult =
  | { readonly kind: "applied"; readonly variants: number; readonly products: number; readonly plan: CsvPlan }
  | { readonly kind: "unreadable"; readonly reason: string };

type ApplyCsvDeps = PreviewCsvDeps & Pick<ShopContext, "clock" | "wake">;

/** Applies what of a file is right; judged anew, as the store may have changed since it was looked at. */
export async function applyMappingCsv(
  ctx: ApplyCsvDeps,
  bytes: Uint8Array,
  by: string,
): Promise<CsvApplyResult> {
  const now = ctx.clock.now();
  const outcome = await readAndPlanCsv(ctx, bytes);
  if (outcome.kind === "unreadable") return outcome;
  const { plan, found, mode } = outcome;
  const byProduct = Map.groupBy(plan.changes, ({ variant }) => variant.productGid);
  const ids: MappingId[] = [];
  for (const [productGid, changes] of byProduct) {
    ids.push(await applyToProduct(ctx, { mode, productGid, changes, found, by, now }));
  }
  await ctx.wake(ids.map((mappingId) => ({ kind: "mapping.reconcile", subject: { mappingId } })));
  return { kind: "applied", variants: plan.changes.length, products: byProduct.size, plan };
}

type ShopifyVariantsById = ReadonlyMap<VariantGid, FoundVariant>;

type CsvReadResult =
  | {
      readonly kind: "plan";
      readonly plan: CsvPlan;
      readonly found: ShopifyVariantsById;
      readonly mode: Mode;
    }
  | { readonly kind: "unreadable"; readonly reason: string };

async function readAndPlanCsv(ctx: PreviewCsvDeps, bytes: Uint8Array): Promise<CsvReadResult> {
  const { connection, supplier, shop, db } = ctx;
  if (connection === null || supplier === null)
    return { kind: "unreadable", reason: "The supplier is not connected. Connect it in Settings." };
  if (shop.locationGid === null)
    return { kind: "unreadable", reason: "Finish the set-up on the home page first." };
  const file = readMappingCsv(bytes);
  if (file.kind === "unreadable") return file;
  const { mode } = connection;
  const gids = new Set(file.rows.flatMap(({ variant }) => findVariantGid(variant) ?? []));
  const found = await readVariants(ctx, [...gids]);
  const asked = file.rows.filter(({ supplierVariantId }) => isId(supplierVariantId));
  const goods = await findGoodsByVariant({ shop, db, supplier, mode }, asked);
  const variants = await toKnown(ctx, mode, found);
  const facts: CsvFacts = { variants, goods };
  return { kind: "plan", plan: planCsv(file.rows, facts), found, mode };
}

/** The service takes ids in a list with commas; what could not be one is not asked about. */
function isId(text: string): boolean {
  return /^[\w.:-]{1,100}$/.test(text);
}

async function readVariants(
  { admin }: PreviewCsvDeps,
  gids: readonly VariantGid[],
): Promise<ShopifyVariantsById> {
  const found = new Map<VariantGid, FoundVariant>();
  for (let at = 0; at < gids.length; at += VARIANTS_PER_READ) {
    const read = await findVariants(admin, gids.slice(at, at + VARIANTS_PER_READ));
    for (const variant of read) found.set(variant.id, variant);
  }
  return found;
}

async function toKnown(
  { db, shop: { id: shopId } }: PreviewCsvDeps,
  mode: Mode,
  found: ShopifyVariantsById,
): Promise<ReadonlyMap<VariantGid, KnownVariant>> {
  const productGids = [...new Set([...found.values()].map(({ productId }) => productId))];
  const mapped = await loadMappedRows(db, { shopId, mode }, productGids);
  const parts = new Map([...mapped.values()].flat().map((row) => [row.variantGid, row.parts] as const));
  const imported = await db.listing.findMany({
    where: { shopId, mode, productGid: { in: productGids }, origin: { not: "mapped" }, unlinkedAt: null },
    select: { productGid: true },
  });
  const importedGids = new Set(imported.map(({ productGid }) => productGid));
  return new Map(
    [...found.values()].map((variant) => [
      variant.id,
      {
        ...{ variantGid: variant.id, productGid: variant.productId, title: titleOf(variant) },
        isImported: importedGids.has(variant.productId),
        parts: parts.get(variant.id) ?? [],
      },
    ]),
  );
}

/** Shopify's only variant of a plain product is called "Default Title". */
function titleOf({ productTitle, title }: FoundVariant): string {
  return title === "Default Title" ? productTitle : `${productTitle} – ${title}`;
}

type ApplyToProductInput = {
  readonly mode: Mode;
  readonly productGid: ProductGid;
  readonly changes: CsvPlan["changes"];
  readonly found: ShopifyVariantsById;
  readonly by: string;
  readonly now: Date;
};

async function applyToProduct(
  { db, shop: { id: shopId } }: ApplyCsvDeps,
  { mode, productGid, changes, found, by, now }: ApplyToProductInput,
): Promise<MappingId> {
  return db.$transaction(async (tx: Prisma.TransactionClient) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`mapping/${shopId}/${productGid}`}, 0))`;
    await lockMappedRows(tx, { shopId, mode }, productGid);
    const known = (await loadMappedRows(tx, { shopId, mode }, [productGid])).get(productGid) ?? [];
    const rows = changes.flatMap(({ variant, parts }) => {
      const own = found.get(variant.variantGid);
      if (own === undefined) return [];
      const facts = { variantGid: own.id, inventoryItemGid: own.inventoryItemId, title: variant.title };
      const pricePkr = Math.floor(Number(own.price)) as Rupees;
      return [{ ...facts, sku: own.sku, pricePkr, pushedQuantity: null, parts }];
    });
    const renewed = new Set(rows.map(({ variantGid }) => variantGid));
    const next = [...known.filter(({ variantGid }) => !renewed.has(variantGid)), ...rows];
    const before = await tx.productMapping.findUnique({
      where: { shopId_mode_productGid: { shopId, mode, productGid } },
    });
    const title = [...found.values()].find(({ productId }) => productId === productGid)?.productTitle ?? "";
    const product = { id: productGid, title, imageUrl: before?.imageUrl ?? null };
    const mapping = await writeMapping(tx, { shopId, mode, by, now, product, writeCost: null }, next);
    const fact = { thing: "mapping", thingId: mapping.id, actor: "person", by, at: now } as const;
    await recordFact(tx, shopId, { ...fact, code: "product_mapped", params: { title } });
    return mapping.id;
  });
}
