import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runSweepNow } from "#app/domain/sweeps/bring-forward.server.ts";
import { openStockSetup } from "#test/drills/stock/open-stock-setup.ts";
import { planBursts } from "#test/drills/stock/plan-burst.ts";
import { playBurst, type StockSetup } from "#test/drills/stock/play-burst.ts";
import { type StockShop, startStockShop } from "./stock-shop.ts";

let shop: StockShop;
let harness: StockSetup;

beforeAll(async () => {
  shop = await startStockShop({ products: ["cooker", "earbuds", "speaker"] });
  harness = {
    ...(await openStockSetup(shop.app.db, shop)),
    sweep: async () => void (await runSweepNow(await shop.context(), { kind: "stock", mode: "live" })),
    kill: async () => undefined,
  };
});
afterAll(() => shop.close());

describe("stock under sales, lost, doubled and reordered events", () => {
  const bursts = planBursts({ seed: 7, bursts: 4, movesEach: 25, products: 3, kills: false });

  it.each(bursts.map((burst, index) => [index + 1, burst] as const))(
    "is the same on all sides after burst %i, and was never more than was there",
    async (_number, burst) => {
      expect(await playBurst(harness, burst)).toEqual([]);
    },
    120_000,
  );
});
