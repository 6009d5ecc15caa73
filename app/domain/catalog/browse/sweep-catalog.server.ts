import { saveQuota } from "#app/domain/context/save-quota.server.ts";
import { recordTerms } from "#app/domain/policy/terms/record-terms.server.ts";
import { termsOfProducts } from "#app/domain/policy/terms/reported-terms.ts";
import {
  numberOf,
  type Position,
  type ServiceRun,
  type SweepStep,
  textOf,
} from "#app/domain/sweeps/sweep-run.ts";
import { nextPosition } from "#app/domain/sweeps/walk-guard.ts";
import type { CatalogScope } from "./save-catalog.server.ts";
import { markGone, recordCategoryProducts, saveCatalogPage, saveCategories } from "./save-catalog.server.ts";

const PAGE_SIZE = 100;
/** A catalog of fewer products may well shrink by half in a day. */
const FEW = 20;

/**
 * Walks through the whole catalog of a connection: first its tree of categories, then its products page by page, into our
 * own cache. A service whose products do not say where they belong is then asked category by category.
 */
export async function sweepCatalog(run: ServiceRun, position: Position | null): Promise<SweepStep> {
  switch (textOf(position, "part")) {
    case "products":
      return readProducts(run, position);
    case "members":
      return readMembers(run, position);
    default:
      return readCategories(run);
  }
}

async function readCategories(run: ServiceRun): Promise<SweepStep> {
  const tree = await run.service.client.listCategories();
  return {
    ...{ next: { part: "products" }, tally: {}, calls: 1 },
    write: async (tx) => {
      await saveCategories(tx, placeOf(run), tree);
      return undefined;
    },
  };
}

async function readProducts(run: ServiceRun, position: Position | null): Promise<SweepStep> {
  const { ctx, service, startedAt } = run;
  const { client, connection } = service;
  const cursor = textOf(position, "cursor") ?? undefined;
  const page = await client.listProducts({ limit: PAGE_SIZE, cursor });
  await saveQuota(ctx, client, connection);
  const figures = termsOfProducts(page.data);
  await recordTerms(ctx.db, connection, { figures, source: "catalog", at: ctx.clock.now() });
  const from = numberOf(position, "from");
  const seen = from + page.data.length;
  const placed = numberOf(position, "placed") + page.data.filter(({ category }) => category?.id).length;
  const goesOn = page.nextCursor === null ? null : nextPosition(position, page.nextCursor);
  const asksMembers = goesOn === null && placed === 0 && (await hasCategories(run));
  const next = goesOn && { ...goesOn, part: "products", from: seen, placed };
  return {
    next: asksMembers ? { part: "members", at: 0 } : next,
    tally: { seen: page.data.length, unreadable: page.unreadable },
    calls: 1,
    watermark: goesOn === null ? startedAt : null,
    write: async (tx) => {
      await saveCatalogPage(tx, placeOf(run), { products: page.data, from });
      if (goesOn !== null) return undefined;
      const before = await goneBefore(run, seen);
      return { tally: { gone: before === null ? 0 : await markGone(tx, placeOf(run), before) } };
    },
  };
}

/**
 * What was not met since then is gone. A list that is suddenly less than half of what it was may be a fault of the
 * service: then only what the walk before missed as well; after a first walk nothing.
 */
async function goneBefore({ ctx, schedule, service, startedAt }: ServiceRun, seen: number) {
  const where = { shopId: ctx.shop.id, mode: service.connection.mode, goneAt: null };
  const known = await ctx.db.catalogProduct.count({ where });
  return known > FEW && seen < known / 2 ? schedule.watermark : startedAt;
}

async function hasCategories({ ctx, service }: ServiceRun): Promise<boolean> {
  const where = { shopId: ctx.shop.id, mode: service.connection.mode };
  return (await ctx.db.catalogCategory.findFirst({ where, select: { categoryId: true } })) !== null;
}

/** Main categories come before their own, so that the nearest one stays. */
async function readMembers(run: ServiceRun, position: Position | null): Promise<SweepStep> {
  const { client } = run.service;
  const at = numberOf(position, "at");
  const category = await findCategory(run, at);
  if (category === null) return { next: null, tally: {} };
  const cursor = textOf(position, "cursor") ?? undefined;
  const page = await client.listProducts({ category: category.id, limit: PAGE_SIZE, cursor });
  await saveQuota(run.ctx, client, run.service.connection);
  const goesOn = page.nextCursor === null ? {} : nextPosition(position, page.nextCursor);
  return {
    next: { ...goesOn, part: "members", at: page.nextCursor === null ? at + 1 : at },
    ...{ tally: {}, calls: 1 },
    write: async (tx) => {
      const productIds = page.data.map(({ id }) => id);
      await recordCategoryProducts(tx, placeOf(run), { categoryId: category.id, productIds });
      return undefined;
    },
  };
}

async function findCategory({ ctx, service }: ServiceRun, at: number): Promise<{ id: string } | null> {
  const row = await ctx.db.catalogCategory.findFirst({
    where: { shopId: ctx.shop.id, mode: service.connection.mode },
    orderBy: { position: "asc" },
    skip: at,
    select: { categoryId: true },
  });
  return row && { id: row.categoryId };
}

function placeOf({ ctx, service }: ServiceRun): CatalogScope {
  return { shopId: ctx.shop.id, mode: service.connection.mode };
}
