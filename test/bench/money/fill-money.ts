import { type FillOptions, fillTables } from "#test/support/many-rows/fill-tables.ts";
import type { MoneyBench } from "./open-bench.ts";

/** So many orders with their parcels and money of the first shop, and those of the others beside it. */
export async function fillMoney(bench: MoneyBench, orders: number): Promise<void> {
  const { database, encryptionKeys } = bench;
  await fillTables(database, { shops: sharesOf(bench, orders), encryptionKeys }, "money");
}

/** The shop that is measured, a fifth as many orders of the other one of its account, and half as many of another account. */
function sharesOf({ shops: [first, ...others] }: MoneyBench, orders: number): FillOptions["shops"] {
  const shares = [0.25, 0.2, 0.25];
  return [
    { ...first, orders, products: 0 },
    ...others.map((shop, at) => ({ ...shop, orders: Math.floor(orders * (shares[at] ?? 0.2)), products: 0 })),
  ];
}
