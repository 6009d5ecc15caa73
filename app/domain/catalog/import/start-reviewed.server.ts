import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type SupplierProductId, toSupplierProductId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { listChosen, type ProductSelection } from "./review-import.server.ts";
import {
  IMPORT_LIMIT,
  type StartImportInput,
  type StartImportResult,
  startImport,
} from "./start-import.server.ts";

type StartReviewedInput = Pick<StartImportInput, "choices" | "common" | "by"> & {
  readonly chosen: ProductSelection;
  /** Products of those chosen that were taken out in the review. */
  readonly removed: readonly SupplierProductId[];
};

/** Begins the import of what was reviewed. More than fit one import are refused, never cut. */
export async function startReviewed(
  ctx: ShopContext,
  { chosen, removed, choices, common, by }: StartReviewedInput,
): Promise<StartImportResult> {
  const isRemoved = new Set(removed);
  if (ctx.connection === null) return { kind: "not_connected" };
  const { mode } = ctx.connection;
  const { ids, total } = await listChosen(ctx, mode, chosen, IMPORT_LIMIT + isRemoved.size);
  const wanted = ids.filter((id) => !isRemoved.has(id));
  if (total - (ids.length - wanted.length) > IMPORT_LIMIT) return { kind: "too_many" };
  const own = Object.entries(choices).filter(([id]) => !isRemoved.has(toSupplierProductId(id)));
  if ((await countUnknown(ctx, mode, wanted)) > MOST_UNKNOWN)
    return { kind: "not_now", reason: TOO_MANY_UNKNOWN };
  return startImport(ctx, { supplierProductIds: wanted, choices: Object.fromEntries(own), common, by });
}

/** An address may name anything, and each of these makes a listing and a call of the service. */
const MOST_UNKNOWN = 200;

const TOO_MANY_UNKNOWN = `More than ${MOST_UNKNOWN} of these products have not been read from the supplier's catalog yet. Choose fewer, or wait until it has been read.`;

/** How many of them our copy of the catalog does not hold: it is read for a while after connecting (R29). */
async function countUnknown(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  mode: Mode,
  ids: readonly SupplierProductId[],
): Promise<number> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select supplier_product_id as id from catalog_product
    where shop_id = ${shop.id}::uuid and mode = ${mode} and supplier_product_id = any(${[...ids]}::text[])`;
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id)).length;
}
