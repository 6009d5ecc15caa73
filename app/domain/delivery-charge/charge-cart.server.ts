import type { PrismaClient } from "@prisma/client";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { matchCity } from "#app/domain/orders/customer/match-city.ts";
import { cityKey } from "#app/domain/orders/customer/pakistan-cities.ts";
import { gatherReads } from "#app/platform/database/gather-reads.ts";
import { type ShopId, toVariantGid } from "#app/platform/ids.ts";
import { createLastKnown } from "#app/platform/last-known.ts";
import type { RateRequest } from "#app/shopify/carrier-rate.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { findGoods } from "./find-goods.server.ts";
import { loadTariff } from "./load-tariff.server.ts";
import { type CartPart, type ChargePolicy, planCharge } from "./plan-charge.ts";
import type { Tariff } from "./tariff.ts";

/** What a shop's checkout is answered from. */
export type CheckoutCharges = {
  readonly shopId: ShopId;
  readonly serviceName: string;
  readonly policy: ChargePolicy;
  /** Null: no key is in use, nothing of the shop's goods is the service's. */
  readonly service: { readonly mode: Mode; readonly tariff: Tariff } | null;
};

type GoodsPlace = { readonly shopId: ShopId; readonly mode: Mode };

/** A minute old at most while the database answers. */
const FRESH_MS = 60_000;
const MOST_SHOPS = 2000;
const MOST_GOODS = 50_000;

export type CartCharge =
  | {
      readonly kind: "charge";
      readonly serviceName: string;
      readonly pkr: Rupees;
      readonly isFallback: boolean;
    }
  /** The shop's other rates count. */
  | { readonly kind: "none" };

/**
 * Answers checkouts from our own rows, and from what this process last read of them where those come late. Nobody outside
 * is asked.
 */
export function createCartCharges(db: PrismaClient) {
  // Strangers' addresses are looked for together: however many they try, they hold one connection.
  const readShop = gatherReads((hashes) => readShops(db, hashes));
  const readEach = async (hashes: readonly string[]) => {
    const found = await Promise.all(hashes.map(async (hash) => [hash, await readShop(hash)] as const));
    return new Map(found.flatMap(([hash, shop]) => (shop === null ? [] : [[hash, shop] as const])));
  };
  const findShops = createLastKnown(readEach, { freshMs: FRESH_MS, most: MOST_SHOPS });
  /** By what the keys of their goods begin with. */
  const places = new Map<string, GoodsPlace>();
  const findParts = createLastKnown((keys) => readParts(db, places, keys), {
    freshMs: FRESH_MS,
    most: MOST_GOODS,
  });

  return {
    /** Null where nobody has this address; `unavailable` where that cannot be told in time, and never could. */
    async findShop(tokenHash: string, untilMs: number): Promise<CheckoutCharges | "unavailable" | null> {
      const found = await findShops([tokenHash], untilMs);
      return found === null ? "unavailable" : (found.get(tokenHash) ?? null);
    },

    /** What delivery of this cart is charged; the merchant's own charge where its goods are not known in time. */
    async chargeCart(shop: CheckoutCharges, cart: RateRequest, untilMs: number): Promise<CartCharge> {
      const { serviceName, policy, service, shopId } = shop;
      if (cart.currency !== "PKR" || cart.country !== "PK" || service === null) return { kind: "none" };
      const { mode, tariff } = service;
      const place = `${shopId} ${mode}`;
      places.set(place, { shopId, mode });
      const keys = cart.items.flatMap(({ variantGid }) =>
        variantGid === null ? [] : [`${place} ${variantGid}`],
      );
      const goods = await findParts(keys, untilMs);
      if (goods === null) return { kind: "charge", serviceName, pkr: policy.fallbackPkr, isFallback: true };
      const lines = cart.items.map(({ variantGid, quantity }) => ({
        quantity,
        parts: goods.get(`${place} ${variantGid}`) ?? [],
      }));
      const charge = planCharge({ lines, cityKey: findCityKey(cart), tariff, policy });
      return charge === null
        ? { kind: "none" }
        : { kind: "charge", serviceName, pkr: charge.pkr, isFallback: false };
    },
  };
}

/** The city on our list that was written; null where none was surely meant. */
function findCityKey({ city, province }: RateRequest): string | null {
  if (city.trim() === "") return null;
  const match = matchCity({
    ...{ city, province, address: "" },
    ...{ knownAsWritten: new Set(), chosenCities: new Map() },
  });
  return match.kind === "matched" ? cityKey(match.city) : null;
}

/** Shops that are installed and still have the installation their address was made for. */
async function readShops(
  db: PrismaClient,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, CheckoutCharges>> {
  const rows = await db.deliveryCharge.findMany({
    where: { callbackTokenHash: { in: [...hashes] }, shop: { state: "installed" } },
    include: {
      shop: {
        select: {
          installNumber: true,
          connections: { where: { active: true, disconnectedAt: null } },
        },
      },
    },
  });
  const ofInstallation = rows.filter((row) => row.installNumber === row.shop.installNumber);
  const found = ofInstallation.map(async ({ shop, callbackTokenHash, ...row }) => {
    const { shopId, serviceName, whenMixed, fallbackPkr } = row;
    const [connection] = shop.connections;
    const service = connection
      ? { mode: connection.mode, tariff: await loadTariff({ db, shopId, connection }) }
      : null;
    const charges = { shopId, serviceName, policy: { whenMixed, fallbackPkr }, service };
    return [callbackTokenHash ?? "", charges] as const;
  });
  return new Map(await Promise.all(found));
}

/** Of one shop, as one checkout asks for them. */
async function readParts(
  db: PrismaClient,
  places: ReadonlyMap<string, GoodsPlace>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly CartPart[]>> {
  const byPlace = Map.groupBy(keys, (key) => key.slice(0, key.lastIndexOf(" ")));
  const found = [...byPlace].map(async ([key, ofPlace]) => {
    const place = places.get(key);
    if (place === undefined) return [];
    const gids = ofPlace.map((each) => toVariantGid(each.slice(key.length + 1)));
    const parts = await findGoods(db, place, gids);
    return [...parts].map(([gid, ofGid]) => [`${key} ${gid}`, ofGid] as const);
  });
  return new Map((await Promise.all(found)).flat());
}
