import { Prisma } from "@prisma/client";
import { DEFAULT_COD_GATEWAYS } from "#app/domain/context/cod-gateways.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { eraseShopInLedgers, listAccountsOf } from "#app/domain/wallet/ledger/erase-owners.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { kindSql } from "#app/platform/queue/work-kinds.ts";
import { complianceTopics } from "./compliance-topics.ts";
import type { Erased } from "./erase-order.server.ts";

/** What is left of an erased shop: the proof, the ids of deliveries already taken, and the work that erases. */
const KEPT: readonly string[] = ["privacy_request", "delivery", "work"];

/**
 * Erases everything of a shop but its name at Shopify, by which a return and a repeated request are known. Whatever
 * table belongs to a shop is emptied, also one added later. One transaction: all or nothing.
 */
export async function eraseShop({ db, shop }: Pick<ShopContext, "db" | "shop">): Promise<Erased> {
  const shopId = shop.id;
  return db.$transaction(
    async (tx) => {
      const erased: Record<string, number> = {};
      await lockWork(tx, shopId);
      const accounts = await listAccountsOf(tx, shopId);
      for (const table of await listShopTables(tx)) {
        if (KEPT.includes(table)) continue;
        const rows = await tx.$executeRaw`
          delete from ${Prisma.raw(`"${table}"`)} where shop_id = ${shopId}::uuid`;
        if (rows > 0) erased[table] = rows;
      }
      await tx.$executeRaw`delete from work where shop_id = ${shopId}::uuid and kind <> ${Prisma.raw(kindSql("privacy.process"))}`;
      const bodies = await tx.$executeRaw`
        update delivery set body_enc = ''::bytea, subject = null, folded_at = coalesce(folded_at, clock_timestamp())
        where shop_id = ${shopId}::uuid and not (folded_at is null and topic in (${Prisma.join(complianceTopics)}))`;
      const entries = await eraseShopInLedgers(tx, shopId, accounts);
      await eraseSettings(tx, shopId);
      const others = {
        ...(bodies > 0 && { delivery: bodies }),
        ...(entries > 0 && { ledger_entry: entries }),
      };
      return { ...erased, ...others };
    },
    { timeout: 120_000 },
  );
}

/** The rows of work first, in the order of those who mark several: a run locks its own before whatever it writes. */
async function lockWork(tx: Pick<Prisma.TransactionClient, "$executeRaw">, shopId: ShopId): Promise<void> {
  await tx.$executeRaw`
    select 1 from work where shop_id = ${shopId}::uuid and kind <> ${Prisma.raw(kindSql("privacy.process"))}
    order by shop_id, kind, subject for update`;
}

async function listShopTables(tx: Pick<Prisma.TransactionClient, "$queryRaw">): Promise<readonly string[]> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    select columns.table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and column_name = 'shop_id'
    order by 1`;
  return rows.map(({ name }) => name);
}

/** Whose row it is, and how its life went at Shopify. Every other column, also one added later, is as in a new row. */
const KEPT_OF_SHOP: readonly string[] = [
  ...["id", "gid", "domain", "state", "install_number"],
  ...["installed_at", "uninstalled_at", "created_at", "updated_at"],
];

async function eraseSettings(tx: Prisma.TransactionClient, id: ShopId): Promise<void> {
  const columns = await tx.$queryRaw<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'shop' and is_generated = 'NEVER'`;
  const erased = columns.filter(({ name }) => !KEPT_OF_SHOP.includes(name));
  const defaults = Prisma.raw(erased.map(({ name }) => `"${name}" = default`).join(", "));
  await tx.$executeRaw`update shop set ${defaults} where id = ${id}::uuid`;
  // The database has no default for these: set-up writes them once, for a shop that it has not seen before.
  await tx.shop.update({ where: { id }, data: { codGateways: [...DEFAULT_COD_GATEWAYS] } });
}
