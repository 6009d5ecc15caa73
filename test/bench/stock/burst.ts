import type pg from "pg";
import { connectionPlace } from "#app/domain/context/connection-place.ts";
import { createCrypto } from "#app/platform/crypto/crypto.ts";
import { readEnv } from "#app/platform/process/env.server.ts";
import {
  buildSupplierDelivery,
  type Delivery,
  type SupplierWebhook,
  send,
} from "#test/support/deliveries.ts";
import { mostInTwoSeconds, printGoal, readShown, waitForRest, writesOf } from "./look.ts";
import type { StockBench } from "./open-bench.ts";
import { readLocation } from "./read-location.ts";

const SENT_AT_ONCE = 16;

/** So many events about as many products as there are, some about the same, as fast as they are taken. */
export async function benchStockBurst(bench: StockBench, database: pg.Pool, count: number): Promise<boolean> {
  const { shopId, variants, world } = bench;
  const webhook = await readWebhook(bench, database);
  const byProduct = [...Map.groupBy(variants, ({ supplierProductId }) => supplierProductId)];
  const wanted = new Map<string, number>();
  const startMs = Date.now();
  const deliveries = Array.from({ length: count }, (_, index): Delivery => {
    const [productId = "", ofProduct = []] = byProduct[index % byProduct.length] ?? [];
    const stock = 1000 + index;
    for (const { inventoryItemGid } of ofProduct) wanted.set(inventoryItemGid, stock);
    // A millisecond each, so that the order they arrive in does not matter.
    return stockEvent(bench, webhook, { productId, stock, at: new Date(startMs + index) });
  });
  const before = await countTransactions(database);
  const readsBefore = (await world.supplier.control.requests()).length;
  const writesBefore = writesOf(bench).length;
  const startedAt = performance.now();
  await sendAll(deliveries);
  const takenAfter = (performance.now() - startedAt) / 1000;
  await waitForRest(database, shopId);
  const restedAfter = (performance.now() - startedAt) / 1000;
  const calls = (await world.supplier.control.requests()).length - readsBefore;
  const writes = writesOf(bench).slice(writesBefore);
  const transactions = (await countTransactions(database)) - before;
  const most = mostInTwoSeconds(writes);
  const bound = Math.ceil(wanted.size / 250) + 1;
  console.log(
    `burst of ${count} events about ${byProduct.length} products (${wanted.size} variants): taken after ${takenAfter.toFixed(1)} s, at rest after ${restedAfter.toFixed(1)} s`,
  );
  console.log(
    `  ${writes.length} writes, at most ${most} in two seconds; ${calls} calls of the service; ${(transactions / count).toFixed(2)} transactions an event, its receipt included`,
  );
  const shown = readShown(bench, await readLocation(database, shopId));
  const unequal = [...wanted].filter(([item, stock]) => shown.get(item) !== stock).length;
  return [
    printGoal(`at most ${bound} writes in two seconds`, most <= bound),
    printGoal("no call of the service", calls === 0),
    printGoal("the newest of each is shown", unequal === 0),
  ].every(Boolean);
}

/** The service tells of a product as it is but for its stock, the same of every variant. */
export function stockEvent(
  { world, reported }: StockBench,
  webhook: SupplierWebhook,
  { productId, stock, at }: { readonly productId: string; readonly stock: number; readonly at: Date },
): Delivery {
  const product = reported.get(productId);
  const variants = product?.variants.map((variant) => ({ ...variant, stock }));
  return buildSupplierDelivery(world.app.url, webhook, {
    ...{ event: "product.stock_changed", createdAt: at.toISOString() },
    data: {
      ...{ productId, importId: `imp_${productId}`, externalProductId: null, changes: ["stock"] },
      product: { ...product, variants },
    },
  });
}

/** Read as the app has it, with the app's own keys. */
export async function readWebhook(
  { shopId, encryptionKeys }: StockBench,
  database: pg.Pool,
): Promise<SupplierWebhook> {
  const crypto = createCrypto(readEnv({ ENCRYPTION_KEYS: encryptionKeys }).ENCRYPTION_KEYS);
  const { rows } = await database.query<{ id: string; token: Buffer; secret: Buffer }>(
    `select id, webhook_token_enc as token, webhook_secret_enc as secret from supplier_connection
     where shop_id = $1 and mode = 'live'`,
    [shopId],
  );
  const [row] = rows;
  if (!row) throw new Error("The shop is not connected");
  return {
    token: crypto.openText(row.token, connectionPlace(row.id, "webhook_token_enc")),
    secret: crypto.openText(row.secret, connectionPlace(row.id, "webhook_secret_enc")),
  };
}

async function sendAll(deliveries: readonly Delivery[]): Promise<void> {
  const waiting = [...deliveries];
  const sendNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const answer = await send(next);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`A delivery was answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, sendNext));
}

async function countTransactions(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    "select xact_commit as count from pg_stat_database where datname = current_database()",
  );
  return Number(rows[0]?.count ?? 0);
}
