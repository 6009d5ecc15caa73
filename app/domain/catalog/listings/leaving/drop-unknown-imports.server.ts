import { resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { listImportsOfOthers } from "#app/domain/catalog/adoption/imports-of-others.server.ts";
import { parseImports } from "#app/domain/catalog/mapping/mapping-columns.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";

type DropImportsDeps = Pick<ShopContext, "shop" | "db" | "clock" | "connection" | "supplier">;

/**
 * *Stop syncing them*: the service forgets the products a walk found that are no listings, here or in another shop of the
 * account. Returns how many; pressed again it goes on with what is left.
 * @throws SupplierError where the service cannot be asked now
 */
export async function dropUnknownImports(ctx: DropImportsDeps, by: string): Promise<number> {
  const { shop, connection, supplier } = ctx;
  if (connection === null || supplier === null) return 0;
  const subject = { thing: "shop", thingId: `imports/${connection.mode}` } as const;
  const issue = await ctx.db.attention.findUnique({
    where: { shopId_code_thing_thingId: { shopId: shop.id, code: "unknown_imports", ...subject } },
  });
  if (issue === null || issue.resolvedAt !== null) return 0;
  const ids: unknown = Reflect.get(Object(issue.params), "imports");
  const noted = Array.isArray(ids) ? ids.filter((id): id is string => typeof id === "string") : [];
  const ours = await listOurs(ctx, connection.mode, noted);
  const others = await listImportsOfOthers(ctx.db, { shopId: shop.id, mode: connection.mode }, noted);
  const importIds = noted.filter((id) => !ours.has(id) && !others.has(id));
  for (const id of importIds) await forget(supplier, id);
  await ctx.db.$transaction(async (tx) => {
    const now = ctx.clock.now();
    await resolveAttention(tx, { shopId: shop.id, now }, subject, { by });
    const fact = { thing: "shop", thingId: shop.id, actor: "person", by, code: "imports_dropped" } as const;
    await recordFact(tx, shop.id, { ...fact, params: { count: importIds.length }, at: now });
  });
  return importIds.length;
}

/** Imported or mapped since the walk that noted them: the service answers with the import it has. */
async function listOurs(
  { db, shop }: DropImportsDeps,
  mode: Mode,
  importIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const place = { shopId: shop.id, mode };
  const listings = await db.listing.findMany({
    where: { ...place, importId: { in: [...importIds] } },
    select: { importId: true },
  });
  const mappings = await db.productMapping.findMany({ where: place, select: { imports: true } });
  const mapped = mappings.flatMap(({ imports }) => Object.values(parseImports(imports)));
  return new Set([...listings.flatMap(({ importId }) => importId ?? []), ...mapped]);
}

async function forget(supplier: NonNullable<DropImportsDeps["supplier"]>, importId: string): Promise<void> {
  try {
    await supplier.deleteImport(importId);
  } catch (error) {
    if (!isSupplierError(error) || error.code !== "not_found") throw error;
  }
}
