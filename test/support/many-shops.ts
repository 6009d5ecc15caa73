import { createMerchant, type Merchant } from "#test/demo/merchant.ts";
import { setUpShop } from "#test/demo/set-up-shop.ts";
import type { AccountOptions, KeyOptions } from "#test/standins/supplier/options.ts";
import type { World } from "./world.ts";

/** Shops that share accounts of the service, each with an integration and a live key of its own (R24). */
export type ManyShops = {
  readonly shops: readonly { readonly domain: string; readonly key: string; readonly accountId: string }[];
  readonly accounts: readonly AccountOptions[];
  readonly keys: readonly KeyOptions[];
};

/** Names `count` shops over `accountCount` accounts; give `shops` and the rest to `startWorld`'s stand-ins. */
export function planShops(count: number, accountCount: number): ManyShops {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const accountOf = (number: number) => `rsl_${((number - 1) % accountCount) + 1}`;
  const keyOf = (number: number) => ({ id: `lk_${number}`, secret: `live-secret-${number}` });
  return {
    shops: numbers.map((number) => ({
      domain: `many-${number}.myshopify.com`,
      key: `${keyOf(number).id}:${keyOf(number).secret}`,
      accountId: accountOf(number),
    })),
    accounts: [...new Set(numbers.map(accountOf))].map((id) => ({ id, brandName: id })),
    keys: numbers.map((number) => ({
      ...keyOf(number),
      mode: "live" as const,
      accountId: accountOf(number),
      integrationId: `int_${number}`,
    })),
  };
}

/** Sets each shop up as its merchant would, a few at a time, and lifts the caps of tier, plan and wallet. */
export async function setUpShops(
  world: World,
  { shops, accounts }: ManyShops,
  productIdsOf: (shopIndex: number) => readonly string[],
): Promise<readonly Merchant[]> {
  for (const { id: accountId } of accounts) {
    await world.supplier.control.setAccount({ accountId, plan: "scale", tier: 4, capLifted: true });
    await world.supplier.control.topUp({ accountId, amount: 50_000_000 });
  }
  const merchants = shops.map(({ domain }) => createMerchant(world, domain));
  const waiting = shops.map(({ key }, index) => ({
    key,
    merchant: merchants[index],
    productIds: productIdsOf(index),
  }));
  const setUpNext = async (): Promise<void> => {
    const next = waiting.shift();
    if (!next?.merchant) return;
    await setUpShop(next.merchant, { key: next.key, productIds: next.productIds });
    await setUpNext();
  };
  await Promise.all(Array.from({ length: 4 }, setUpNext));
  return merchants;
}
