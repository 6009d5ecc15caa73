import type { Prisma } from "@prisma/client";
import { openAttention, resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { toVariantGid, type VariantGid } from "#app/platform/ids.ts";
import {
  listStockedVariants,
  type StockedVariant,
} from "#app/shopify/operations/inventory/list-stocked-variants.ts";
import { findVariants } from "#app/shopify/operations/products/find-variants.ts";

/** Stocked at our location, and none of the supplier's goods: who buys it, buys nothing. */
const ORPHAN_VARIANT = "orphan_variant";
/** Mapped, and not in the shop any more. */
export const MAPPED_VARIANT_GONE = "mapped_variant_gone";

/** Mapped under the other key only, and not to be had under the one in use. */
export const MAPPING_NOT_CARRIED = "mapping_not_carried";

/** All that is said of a variant. */
export const ORPHAN_CODES = [ORPHAN_VARIANT, MAPPED_VARIANT_GONE, MAPPING_NOT_CARRIED] as const;
type OrphanCode = (typeof ORPHAN_CODES)[number];

type FindOrphansDeps = Pick<ShopContext, "shop" | "db" | "clock" | "admin" | "connection">;

/** What one look found; `write` says so in attention, and ends there what is no longer so. */
export type OrphanPage = {
  readonly next: string | null;
  readonly seen: number;
  readonly found: number;
  readonly write: (tx: Prisma.TransactionClient) => Promise<void>;
};

/** One page of what is stocked at our location, against everything that is mapped. */
export async function findOrphansAtLocation(ctx: FindOrphansDeps, after: string | null): Promise<OrphanPage> {
  const { locationGid } = ctx.shop;
  if (locationGid === null) return nothing;
  const { variants, next } = await listStockedVariants(ctx.admin, { locationId: locationGid, after });
  const known = await findKnown(
    ctx,
    variants.map(({ variantId }) => variantId),
  );
  const orphans = variants.filter((variant) => isOrphan(variant, known));
  const others = variants.filter((variant) => !orphans.includes(variant));
  return {
    ...{ next, seen: variants.length, found: orphans.length },
    write: async (tx) => {
      for (const orphan of orphans) await open(tx, ctx, ORPHAN_VARIANT, orphan.variantId, paramsOf(orphan));
      const ids = others.map(({ variantId }) => variantId);
      await close(tx, ctx, ORPHAN_VARIANT, ids);
    },
  };
}

const nothing: OrphanPage = { next: null, seen: 0, found: 0, write: () => Promise.resolve() };

type KnownVariants = { readonly inUse: ReadonlySet<VariantGid>; readonly ever: ReadonlySet<VariantGid> };

/** Which variants are mapped under the key in use, and which under any. */
async function findKnown(ctx: FindOrphansDeps, variantGids: readonly VariantGid[]): Promise<KnownVariants> {
  const all = await ctx.db.stockedItem.findMany({
    where: { shopId: ctx.shop.id, variantGid: { in: [...variantGids] } },
    select: { mode: true, variantGid: true },
  });
  const inUse = all.filter(({ mode }) => mode === ctx.connection?.mode);
  const gidsOf = (rows: typeof all) => new Set(rows.flatMap(({ variantGid }) => variantGid ?? []));
  return { inUse: gidsOf(inUse), ever: gidsOf(all) };
}

/** What only the other key knows was emptied when the keys changed; while it is, nobody can buy it. */
function isOrphan({ variantId, available }: StockedVariant, { inUse, ever }: KnownVariants): boolean {
  if (inUse.has(variantId)) return false;
  return !ever.has(variantId) || available > 0;
}

function paramsOf({ productTitle, title, productId, inventoryItemId, available }: StockedVariant) {
  const name = title === "Default Title" ? productTitle : `${productTitle} – ${title}`;
  return { title: name.slice(0, 300), productGid: productId, inventoryItemGid: inventoryItemId, available };
}

const PAGE = 100;

/**
 * One page of the links of the key in use: variants that are gone are said to be; of the others the product and the
 * price are kept, which a link made for an order does not know.
 */
export async function checkMappedVariants(ctx: FindOrphansDeps, after: string | null): Promise<OrphanPage> {
  if (ctx.connection === null) return nothing;
  const items = await ctx.db.stockedItem.findMany({
    where: {
      ...{ shopId: ctx.shop.id, mode: ctx.connection.mode, listingId: null },
      ...(after === null ? {} : { id: { gt: after } }),
    },
    orderBy: { id: "asc" },
    take: PAGE,
    select: { id: true, variantGid: true, link: { select: { title: true, variantTitle: true } } },
  });
  const links = items.flatMap(({ id, variantGid, link }) =>
    variantGid === null ? [] : [{ id, variantGid, title: link?.variantTitle || link?.title || "" }],
  );
  const look = await checkDeletedVariants(ctx, links);
  return {
    ...{ next: items.length === PAGE ? (items.at(-1)?.id ?? null) : null, seen: links.length },
    found: look.found,
    write: async (tx) => {
      await look.write(tx);
      for (const { id, variantGid } of links) {
        const variant = look.existing.get(variantGid);
        if (variant === undefined) continue;
        const facts = {
          productGid: variant.productId,
          pricePkr: Math.floor(Number(variant.price)) as Rupees,
        };
        // It may have been unmapped meanwhile.
        await tx.variantLink.updateMany({ where: { shopId: ctx.shop.id, id }, data: facts });
      }
    },
  };
}

/** The same of products that are kept as listings; those Karwan made are looked after with their listing. */
export async function checkListedVariants(ctx: FindOrphansDeps, after: string | null): Promise<OrphanPage> {
  if (ctx.connection === null) return nothing;
  const variants = await ctx.db.listedVariant.findMany({
    where: {
      ...{ shopId: ctx.shop.id, mode: ctx.connection.mode, variantGid: { not: null } },
      ...{ listing: { origin: "mapped" }, ...(after === null ? {} : { id: { gt: after } }) },
    },
    orderBy: { id: "asc" },
    take: PAGE,
    select: { id: true, variantGid: true, title: true, listing: { select: { title: true } } },
  });
  const look = await checkDeletedVariants(
    ctx,
    variants.flatMap(({ variantGid, title, listing }) =>
      variantGid === null ? [] : [{ variantGid, title: [listing.title, title].filter(Boolean).join(" – ") }],
    ),
  );
  const next = variants.length === PAGE ? (variants.at(-1)?.id ?? null) : null;
  return { next, seen: variants.length, found: look.found, write: look.write };
}

type NamedVariant = { readonly variantGid: VariantGid; readonly title: string };

async function checkDeletedVariants(ctx: FindOrphansDeps, variants: readonly NamedVariant[]) {
  const read = await findVariants(
    ctx.admin,
    variants.map(({ variantGid }) => variantGid),
  );
  const existing = new Map(read.map((variant) => [variant.id, variant]));
  const gone = variants.filter(({ variantGid }) => !existing.has(variantGid));
  return {
    existing,
    found: gone.length,
    write: async (tx: Prisma.TransactionClient) => {
      for (const { variantGid, title } of gone)
        await open(tx, ctx, MAPPED_VARIANT_GONE, variantGid, { title: title.slice(0, 300) });
      await close(tx, ctx, MAPPED_VARIANT_GONE, [...existing.keys()]);
    },
  };
}

/** What was said before and is no longer so: the variant left our location, was mapped, unmapped or deleted. */
export async function recheckOpenOrphans(ctx: FindOrphansDeps): Promise<OrphanPage> {
  const rows = await ctx.db.attention.findMany({
    where: {
      ...{ shopId: ctx.shop.id, thing: "variant", resolvedAt: null },
      code: { in: [...ORPHAN_CODES] },
    },
    select: { code: true, thingId: true },
    take: PAGE,
  });
  const said = rows.map(({ code, thingId }) => ({ code, variantGid: toVariantGid(thingId) }));
  const ids = said.map(({ variantGid }) => variantGid);
  const [known, existing] = await Promise.all([findKnown(ctx, ids), findVariants(ctx.admin, ids)]);
  const inShop = new Set(existing.map(({ id }) => id));
  const over = said.filter(({ code, variantGid }) =>
    code === MAPPED_VARIANT_GONE
      ? !known.inUse.has(variantGid)
      : known.inUse.has(variantGid) || !inShop.has(variantGid),
  );
  return {
    ...{ next: null, seen: 0, found: 0 },
    write: async (tx) => {
      for (const code of ORPHAN_CODES) {
        const ended = over.filter((each) => each.code === code).map(({ variantGid }) => variantGid);
        await close(tx, ctx, code, ended);
      }
    },
  };
}

async function open(
  tx: Prisma.TransactionClient,
  { shop, clock }: FindOrphansDeps,
  code: OrphanCode,
  variantGid: VariantGid,
  params: Prisma.InputJsonObject,
): Promise<void> {
  const written = { shopId: shop.id, now: clock.now() };
  await openAttention(tx, written, { code, thing: "variant", thingId: variantGid, params });
}

async function close(
  tx: Prisma.TransactionClient,
  { shop, clock }: FindOrphansDeps,
  code: OrphanCode,
  variantGids: readonly VariantGid[],
): Promise<void> {
  const others = ORPHAN_CODES.filter((each) => each !== code);
  const open = await tx.attention.findMany({
    where: { shopId: shop.id, code, thing: "variant", thingId: { in: [...variantGids] }, resolvedAt: null },
    select: { thingId: true },
  });
  for (const { thingId } of open) {
    const subject = { thing: "variant", thingId } as const;
    const written = { shopId: shop.id, now: clock.now() };
    await resolveAttention(tx, written, subject, { by: "karwan", keep: others });
  }
}
