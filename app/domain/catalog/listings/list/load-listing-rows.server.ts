import type { Prisma } from "@prisma/client";
import { listOpenNeeds, type Need } from "#app/domain/attention/list-attention.server.ts";
import { rupees } from "#app/domain/orders/money/rupees.ts";
import type { ShopContext } from "#app/domain/shops/shop-context.server.ts";
import type { AccountTerms } from "#app/domain/terms/account-terms.ts";
import { loadTerms } from "#app/domain/terms/load-terms.server.ts";
import { mayPublish } from "#app/shopify/scopes.ts";
import { publishesByItself } from "../../channels/sales-channels.ts";
import { type Visibility, visibilityOf } from "../../channels/visibility.ts";
import { type ImportFailureCode, isImportFailureCode } from "../../import-failure.ts";
import { type Fix, isFixable } from "../../pricing/fixable-needs.ts";
import type { ListingSettings } from "../../pricing/listing-policy.ts";
import { loadListingSettings } from "../../pricing/load-settings.server.ts";
import { planMargin } from "../../pricing/margin.ts";
import { planFix, toFix } from "../../pricing/plan-fix.ts";
import { lockedFieldsOf } from "../locked-fields.ts";
import { type Range, rangeOf } from "../range-of.ts";
import { shippingOf } from "../shipping-of.ts";
import { type Standing, standingOf } from "../standing.ts";
import { takeOverFields } from "../take-over-fields.ts";

type ListingNeed = Pick<Need, "id" | "code" | "sentence"> & {
  /** The other side's own words, where it said any. */
  readonly detail: string | null;
  /** Whether Karwan can do what it asks about. */
  readonly canTakeOver: boolean;
  /** The prices that would end it; null where it is about none, or none would. */
  readonly fix: Fix | null;
};

export type ListingRow = {
  readonly id: string;
  readonly mode: string;
  readonly supplierProductId: string;
  readonly title: string;
  readonly imageUrl: string | null;
  readonly productGid: string | null;
  /** imported · mapped */
  readonly origin: string;
  readonly standing: Standing;
  /** importing · ready · failed, and the step an import stands at. */
  readonly state: string;
  readonly step: string;
  readonly failure: ImportFailureCode | null;
  /** What a person is asked for, the most urgent first. */
  readonly needs: readonly ListingNeed[];
  readonly lockedFields: readonly string[];
  readonly takenOut: string | null;
  /** Where customers see it, as Shopify last said, and whether Karwan may publish it. */
  readonly visibility: Visibility;
  readonly canPublish: boolean;
  /** It came with a sandbox key, and is not published without a press (R37). */
  readonly isSandbox: boolean;
  readonly variantCount: number;
  readonly prices: Range | null;
  /** About what one unit leaves when delivered, fee and shipping taken. */
  readonly margins: Range | null;
  /** Units at the service, and units Shopify shows; null where nothing was written there yet. */
  readonly stock: { readonly atService: number; readonly shown: number | null };
  readonly confirmedAt: Date | null;
  /** import · event · sweep · check */
  readonly confirmedBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

const forRow = { variants: true } as const satisfies Prisma.ListingInclude;

type FoundListing = Prisma.ListingGetPayload<{ include: typeof forRow }>;

/** Listings as lists show them, in the order of their ids; ids that are not this shop's are left out. */
export async function loadListingRows(
  ctx: ShopContext,
  ids: readonly string[],
): Promise<readonly ListingRow[]> {
  const shopId = ctx.shop.id;
  const [listings, needs, settings, terms] = await Promise.all([
    ctx.db.listing.findMany({ where: { shopId, id: { in: [...ids] } }, include: forRow }),
    listOpenNeeds(ctx, "listing", ids),
    loadListingSettings(ctx),
    loadTerms(ctx),
  ]);
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  return ids.flatMap((id) => {
    const listing = byId.get(id);
    return listing ? [toRow(ctx, listing, { settings, terms, needs: needs.get(id) ?? [] })] : [];
  });
}

type Pricing = { readonly settings: ListingSettings; readonly terms: AccountTerms };
type About = Pricing & { readonly needs: readonly Need[] };

function toRow({ shop }: ShopContext, listing: FoundListing, { needs, ...pricing }: About): ListingRow {
  const { terms } = pricing;
  const { variants, locked, state, failure } = listing;
  const lockedFields = lockedFieldsOf(locked).map(({ field }) => field);
  const costs = { shippingPkr: shippingOf(listing, terms), terms };
  const margin = ({ pricePkr, wholesalePkr }: FoundListing["variants"][number]) =>
    planMargin({ ...costs, pricePkr: rupees(pricePkr), wholesalePkr: rupees(wholesalePkr) }).deliveredPkr;
  return {
    id: listing.id,
    mode: listing.mode,
    supplierProductId: listing.supplierProductId,
    title: listing.title,
    imageUrl: listing.imageUrl,
    productGid: listing.productGid,
    origin: listing.origin,
    standing: standingOf({ ...listing, lockedFields }),
    state,
    step: listing.step,
    failure: failure !== null && isImportFailureCode(failure) ? failure : null,
    needs: needs.map((need) => toListingNeed(need, listing, pricing)),
    lockedFields,
    takenOut: listing.takenOut,
    visibility: visibilityOf(listing),
    canPublish: mayPublish(shop.grantedScopes),
    isSandbox: !publishesByItself(listing.mode, shop),
    variantCount: variants.length,
    prices: rangeOf(variants.map(({ pricePkr }) => pricePkr)),
    margins: rangeOf(variants.map(margin)),
    stock: stockOf(variants),
    confirmedAt: listing.confirmedAt,
    confirmedBy: listing.confirmedBy,
    createdAt: listing.createdAt,
    updatedAt: listing.updatedAt,
  };
}

function toListingNeed(
  { id, code, sentence, params }: Need,
  listing: FoundListing,
  pricing: Pricing,
): ListingNeed {
  const { detail, cannotAdd } = params;
  return {
    ...{ id, code, sentence },
    detail: typeof detail === "string" && detail !== "" ? detail : null,
    canTakeOver: cannotAdd !== true && takeOverFields(listing, code).length > 0,
    fix: isFixable(code) ? toFix(planFix(code, listing, pricing)) : null,
  };
}

function stockOf(
  variants: readonly { readonly stock: number; readonly pushedQuantity: number | null }[],
): ListingRow["stock"] {
  const written = variants.flatMap(({ pushedQuantity }) => pushedQuantity ?? []);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    atService: sum(variants.map(({ stock }) => stock)),
    shown: written.length === 0 ? null : sum(written),
  };
}
