import type pg from "pg";
import { createCrypto } from "#app/platform/crypto/crypto.ts";
import { readHashKey } from "#app/platform/crypto/hash-key.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { readEnv } from "#app/platform/process/env.server.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { asId } from "#test/support/as-id.ts";
import { goodsSql } from "./goods-sql.ts";
import { madeSql, writeMadeOrders } from "./made-orders.ts";
import { moneySql, writeMovements } from "./money-sql.ts";
import { ordersSql, writeSearchTerms } from "./orders-sql.ts";
import { recordsSql, writeRecipients } from "./records-sql.ts";
import { otherShopsSql } from "./shops-sql.ts";

/** A shop that gets rows, and the account of the service whose ledger has its entries. */
export type FilledShop = {
  readonly id: ShopId;
  readonly accountId: string;
  /** The newest are under way or wait, the others have ended: two hundred a day. */
  readonly orders: number;
  readonly products: number;
};

export type FillOptions = {
  readonly shops: readonly [FilledShop, ...FilledShop[]];
  /** Shops with a row or two in each table of settings, and nothing else. */
  readonly otherShops?: number;
  /** Those of the app that shall open what is sealed. */
  readonly encryptionKeys: string;
  /** Told how long each part took. */
  readonly report?: (part: string, ms: number) => void;
};

/** Orders with their parcels and their money alone, or all that a shop comes to have. */
export type FillScope = "money" | "everything";

/**
 * Fills the tables as years of work would have: rows as wide as the app's own, sealed where a page of a list opens them.
 * A table that grows and is not here makes the test of the loaders' plans fail.
 */
export async function fillTables(
  database: pg.Pool,
  { shops, otherShops = 0, encryptionKeys, report = () => undefined }: FillOptions,
  scope: FillScope,
): Promise<void> {
  const client = await database.connect();
  const keys = readEnv({ ENCRYPTION_KEYS: encryptionKeys }).ENCRYPTION_KEYS;
  const crypto = createCrypto(keys, await readHashKey(database, createCrypto(keys)));
  const run = async (part: string, work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    report(part, performance.now() - began);
  };
  const runAll = (statements: Readonly<Record<string, string>>) =>
    Object.entries(statements).reduce(
      (before, [table, statement]) => before.then(() => run(table, () => client.query(statement))),
      Promise.resolve(),
    );
  try {
    await client.query("set statement_timeout = 0");
    // One transaction: what a stocked item is of is asked at its end.
    await client.query("begin");
    await client.query(madeSql);
    await nameShops(client, shops);
    await run("made", () => writeMadeOrders(client, shops, crypto));
    await runAll(ordersSql);
    await runAll(moneySql);
    await run("movements", () => writeMovements(client, shops[0].accountId, crypto));
    if (scope === "everything") {
      await runAll(otherShopsSql(otherShops));
      await run("order_search_term", () => writeSearchTerms(client, shops, crypto));
      await runAll(goodsSql);
      await run("mail_recipient", () => writeRecipients(client, shops, crypto));
      await runAll(recordsSql);
    }
    await client.query("commit");
    await run("vacuum", () => client.query("vacuum analyze"));
  } finally {
    client.release(true);
  }
}

async function nameShops(client: pg.PoolClient, shops: readonly FilledShop[]): Promise<void> {
  const rows = shops.map(({ id, accountId, orders, products }, at) => ({
    ...{ shop_id: id, at, account_id: accountId, account_key: accountKeyOf(asId(accountId)) },
    ...{ orders, products },
  }));
  await client.query(
    `insert into filled_shop select * from json_to_recordset($1::json)
     as named (shop_id uuid, at int, account_id text, account_key text, orders int, products int)`,
    [JSON.stringify(rows)],
  );
}
