import { Prisma } from "@prisma/client";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { cityKey, listSpellings } from "#app/domain/orders/customer/pakistan-cities.ts";
import {
  numberOf,
  type Position,
  type ServiceRun,
  type SweepStep,
  textOf,
} from "#app/domain/sweeps/sweep-run.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { type AccountKey, toSupplierVariantId } from "#app/platform/ids.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import { findDeliveryCharge, isDeliveryCharged } from "./delivery-settings.server.ts";
import { loadTariff } from "./load-tariff.server.ts";
import { parseWrittenRates, planWeightRates } from "./plan-weight-rates.ts";
import { planQuoteQuestions, type QuoteQuestion, type WeighedVariant } from "./quote-questions.ts";
import { BAND_CITY, type QuoteFigure } from "./tariff.ts";
import { syncMovedRates } from "./weight-rates.server.ts";

const CITIES_A_STEP = 5;
/** All cities have their turn within some days: what a city costs more seldom changes. */
const CITIES_A_RUN = 40;

const nothing: SweepStep = { next: null, tally: {} };

/**
 * Asks what parcels of each weight band cost in one city, then what other cities cost more than that one, those first that
 * were asked longest ago. Only for the key in use, and where Karwan answers the checkout or wrote rates by weight; before,
 * of the bands alone and once, where somebody began to set it up. What cannot be asked stays as it was last quoted.
 */
export async function sweepQuotes(run: ServiceRun, position: Position | null): Promise<SweepStep> {
  const { ctx, service } = run;
  const charge = await findDeliveryCharge(ctx);
  if (!service.connection.active || charge === null) return nothing;
  const isUsed = isDeliveryCharged(ctx, charge);
  if (!isUsed && (position !== null || (await isAnyBandKnown(run)))) return nothing;
  const sentBefore = service.client.countSent();
  const step = position === null ? await askBands(run) : await askCities(run, position);
  return { ...step, calls: service.client.countSent() - sentBefore };
}

async function isAnyBandKnown({ ctx, service }: ServiceRun): Promise<boolean> {
  const { db, shop } = ctx;
  const tariff = await loadTariff({ db, shopId: shop.id, connection: service.connection });
  return tariff.bandsSeenAt !== null;
}

async function askBands(run: ServiceRun): Promise<SweepStep> {
  const questions = planQuoteQuestions(await listWeighedVariants(run));
  const quoted: Quoted[] = [];
  for (const question of questions)
    quoted.push({ key: question.key, pkr: await ask(run, BAND_CITY, question) });
  const at = quoted.findIndex(({ pkr }) => pkr !== null);
  const [question, basePkr] = [questions[at], quoted[at]?.pkr];
  const next = question && basePkr != null ? { ...question, basePkr, asked: 0 } : null;
  return {
    next,
    tally: { seen: quoted.length },
    write: async (tx) => {
      // A band that is refused now was refused for its variant: what was quoted for it before still counts.
      const known = quoted.filter(({ pkr }) => pkr !== null);
      await saveQuotes(tx, run, "band", known);
      await syncRatesOf(tx, run);
      return { tally: {} };
    },
  };
}

/** What stands in the delivery profile, against what the bands are now. */
async function syncRatesOf(tx: Prisma.TransactionClient, { ctx, service }: ServiceRun): Promise<void> {
  const shopId = ctx.shop.id;
  const row = await tx.deliveryCharge.findUnique({ where: { shopId } });
  const written = parseWrittenRates(row?.weightRates);
  const tariff = await loadTariff({ db: tx, shopId, connection: service.connection });
  await syncMovedRates(tx, { shopId, now: ctx.clock.now() }, written, planWeightRates(tariff));
}

async function askCities(run: ServiceRun, position: Position): Promise<SweepStep> {
  const question: QuoteQuestion = {
    key: textOf(position, "key") ?? "",
    variantId: toSupplierVariantId(textOf(position, "variantId") ?? ""),
    quantity: numberOf(position, "quantity"),
  };
  const [basePkr, asked] = [numberOf(position, "basePkr"), numberOf(position, "asked")];
  const cities = await listCitiesToAsk(run);
  const quoted: Quoted[] = [];
  for (const name of cities) {
    const pkr = await ask(run, name, question);
    quoted.push({ key: cityKey(name), pkr: pkr === null ? null : rupees(pkr - basePkr) });
  }
  const isOver = cities.length < CITIES_A_STEP || asked + cities.length >= CITIES_A_RUN;
  return {
    next: isOver ? null : { ...position, asked: asked + cities.length },
    tally: { seen: cities.length },
    write: async (tx) => {
      await saveQuotes(tx, run, "city", quoted);
      return { tally: {} };
    },
  };
}

type Quoted = { readonly key: string; readonly pkr: Rupees | null };

/** Null where the service does not know the city, or the variant (document, `POST /shipping/quote`). */
async function ask(
  { service }: ServiceRun,
  city: string,
  { variantId, quantity }: Pick<QuoteQuestion, "variantId" | "quantity">,
): Promise<Rupees | null> {
  try {
    const { shippingCost } = await service.client.quoteShipping({ city, items: [{ variantId, quantity }] });
    return rupees(shippingCost);
  } catch (error) {
    if (isSupplierError(error) && (error.status === 400 || error.status === 404)) return null;
    throw error;
  }
}

/** Listed goods whose weight is known and whose delivery is charged: the lightest, the heaviest, and some between. */
function listWeighedVariants({ ctx, service }: ServiceRun): Promise<WeighedVariant[]> {
  return queryRows<WeighedVariant>(
    ctx.db,
    Prisma.sql`
    select distinct on (weight_kg) supplier_variant_id as "supplierVariantId",
      round(1000 * weight_kg)::int as grams
    from listing_variant sold join listing on listing.shop_id = sold.shop_id and listing.id = sold.listing_id
    where sold.shop_id = ${ctx.shop.id}::uuid and sold.mode = ${service.connection.mode}
      and sold.weight_kg >= 0.001 and sold.offered and listing.offered and listing.shipping_pkr > 0
      and listing.removed_at is null
    order by weight_kg, supplier_variant_id limit 500`,
  );
}

async function listCitiesToAsk({ ctx, service, startedAt }: ServiceRun): Promise<readonly string[]> {
  const { accountId, mode } = service.connection;
  const known = await ctx.db.deliveryQuote.findMany({
    where: { shopId: ctx.shop.id, accountKey: accountKeyOf(accountId), mode, figure: "city" },
    select: { key: true, seenAt: true },
  });
  const seenAt = new Map(known.map((row) => [row.key, row.seenAt.getTime()]));
  const timeOf = (name: string) => seenAt.get(cityKey(name)) ?? 0;
  return listCityNames()
    .filter((name) => name !== BAND_CITY && timeOf(name) < startedAt.getTime())
    .toSorted((one, other) => timeOf(one) - timeOf(other))
    .slice(0, CITIES_A_STEP);
}

/** The largest of each province, then the next of each: the lists begin with them. */
function listCityNames(): readonly string[] {
  const byProvince = Map.groupBy(
    listSpellings().map(({ city }) => city),
    ({ province }) => province,
  );
  const lists = [...byProvince.values()].map((cities) => [...new Set(cities.map(({ name }) => name))]);
  const longest = Math.max(...lists.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, at) => lists.flatMap((names) => names[at] ?? []));
  return [...new Set(inTurn.flat())];
}

async function saveQuotes(
  tx: Db,
  { ctx, service }: ServiceRun,
  figure: QuoteFigure,
  quoted: readonly Quoted[],
): Promise<void> {
  const { accountId, mode } = service.connection;
  const accountKey: AccountKey = accountKeyOf(accountId);
  for (const { key, pkr } of quoted.toSorted((one, other) => one.key.localeCompare(other.key, "en"))) {
    const place = { shopId: ctx.shop.id, accountKey, mode, figure, key };
    await tx.deliveryQuote.upsert({
      where: { shopId_accountKey_mode_figure_key: place },
      create: { ...place, pkr, seenAt: ctx.clock.now() },
      update: { pkr, seenAt: ctx.clock.now() },
    });
  }
}
