import type { DeliveryCharge } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { mayAnswerCheckout } from "#app/shopify/scopes.ts";
import { documentedTerms } from "#app/supplier/terms.ts";
import { loadTariff } from "./load-tariff.server.ts";
import type { MixedCartChoice } from "./mixed-cart-choice.ts";
import {
  listMovedRates,
  listUnquotedSpans,
  parseWrittenRates,
  planWeightRates,
  type WeightSpan,
} from "./plan-weight-rates.ts";
import { BAND_CITY, type Band } from "./tariff.ts";

export type DeliverySettings = {
  readonly serviceName: string;
  readonly fallbackPkr: Rupees;
  readonly whenMixed: MixedCartChoice;
};

/** What the page of the delivery charge shows, from our own rows. */
export type DeliveryPage = DeliverySettings & {
  /** `not_allowed`: Shopify has to be asked for the permission first. */
  readonly state: "not_allowed" | "off" | "on";
  /** Null where Karwan wrote none. */
  readonly weightRates: ShownWeightRates | null;
  /** Null without a key in use. */
  readonly tariff: ShownTariff | null;
  /** The supplier is asked again and again; once at most while nobody is charged by what it says. */
  readonly isAskedAgain: boolean;
};

/** When rates were written into the delivery profile, and which of them are another sum by now. */
type ShownWeightRates = {
  readonly at: Date;
  readonly moved: ReturnType<typeof listMovedRates>;
  /** The weights of which it is not known what the supplier charges. */
  readonly unquoted: readonly WeightSpan[];
  /** None is known. */
  readonly isUnasked: boolean;
};

type ShownTariff = {
  readonly city: string;
  readonly bands: readonly Band[];
  readonly perKgAbovePkr: Rupees;
  readonly perKgSeenAt: Date | null;
  readonly defaultPkr: Rupees;
  readonly defaultSeenAt: Date | null;
  /** When the oldest of what was quoted was quoted; null: nothing was. */
  readonly seenAt: Date | null;
  /** So many cities were asked about, so many of them cost another sum. */
  readonly cities: { readonly asked: number; readonly other: number };
};

export async function getDeliveryPage(ctx: ShopContext): Promise<DeliveryPage> {
  const { db, shop, connection } = ctx;
  const [row, tariff] = await Promise.all([
    findDeliveryCharge(ctx),
    connection && loadTariff({ db, shopId: shop.id, connection }),
  ]);
  const written = parseWrittenRates(row?.weightRates);
  const planned = tariff ? planWeightRates(tariff) : [];
  return {
    serviceName: row?.serviceName ?? "Standard delivery",
    fallbackPkr: row?.fallbackPkr ?? rupees(documentedTerms.defaultShippingCost),
    whenMixed: row?.whenMixed ?? "ours_only",
    state: !mayAnswerCheckout(shop.grantedScopes) ? "not_allowed" : isAnswering(ctx, row) ? "on" : "off",
    weightRates: written && {
      at: written.at,
      moved: listMovedRates(written.rates, planned),
      unquoted: listUnquotedSpans(planned),
      isUnasked: planned.every(({ seenAt }) => seenAt === null),
    },
    isAskedAgain: isDeliveryCharged(ctx, row),
    tariff: tariff && {
      ...{ city: BAND_CITY, bands: tariff.bands, seenAt: tariff.bandsSeenAt },
      ...{ perKgAbovePkr: tariff.perKgAbovePkr, perKgSeenAt: tariff.perKgSeenAt },
      ...{ defaultPkr: tariff.defaultPkr, defaultSeenAt: tariff.defaultSeenAt },
      cities: {
        asked: tariff.surcharges.size,
        other: [...tariff.surcharges.values()].filter((pkr) => pkr !== 0).length,
      },
    },
  };
}

/** Null before anything of it was set. */
export function findDeliveryCharge({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<DeliveryCharge | null> {
  return db.deliveryCharge.findUnique({ where: { shopId: shop.id } });
}

/** Shopify deletes the carrier service of an app that is uninstalled: after a reinstall it is off. */
function isAnswering({ shop }: Pick<ShopContext, "shop">, row: DeliveryCharge | null): boolean {
  return row?.carrierServiceGid != null && row.installNumber === shop.installNumber;
}

/** Customers are charged by what the supplier quotes: by the checkout that asks Karwan, or by rates it wrote. */
export function isDeliveryCharged(ctx: Pick<ShopContext, "shop">, row: DeliveryCharge | null): boolean {
  return isAnswering(ctx, row) || (row?.weightRates ?? null) !== null;
}

/** Saves what customers are charged; what is left out stays as it is. A process follows within a minute, Shopify within a quarter of an hour more. */
export async function saveDeliverySettings(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  { by, ...settings }: Partial<DeliverySettings> & { readonly by: string },
): Promise<void> {
  const shopId = shop.id;
  await db.$transaction(async (tx) => {
    await tx.deliveryCharge.upsert({
      where: { shopId },
      create: { shopId, ...settings },
      update: settings,
    });
    const fact = { thing: "shop", thingId: shopId, actor: "person", by, code: "switched" } as const;
    await recordFact(tx, shopId, { ...fact, params: { deliveryCharge: true }, at: clock.now() });
  });
}
