import type { Prisma } from "@prisma/client";
import { listOpenIssues, type OpenIssue } from "#app/domain/attention/list-attention.server.ts";
import type {
  ConfirmationSource,
  ImportStep,
  ListingOrigin,
  ListingState,
  TakenOutWay,
} from "#app/domain/catalog/listings/listing-state.ts";
import { type ListingStatus, listingStatusOf } from "#app/domain/catalog/listings/listing-status.ts";
import { lockedFieldsOf } from "#app/domain/catalog/listings/locks/locked-fields.ts";
import { takeOverFields } from "#app/domain/catalog/listings/locks/take-over-fields.ts";
import { type Range, rangeOf } from "#app/domain/catalog/listings/sync/range-of.ts";
import { type Fix, isFixable } from "#app/domain/catalog/pricing/fixable-issues.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type ImportFailureCode, isImportFailureCode } from "#app/domain/messages/failures/import-failure.ts";
import type { ListingSettings } from "#app/domain/policy/pricing/listing-policy.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { planMargin } from "#app/domain/policy/pricing/margin.ts";
import type { AccountTerms } from "#app/domain/policy/terms/account-terms.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import type { ListingId, ProductGid, SupplierProductId } from "#app/platform/ids.ts";
import { mayPublish } from "#app/shopify/scopes.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { publishesByItself } from "../../channels/sales-channels.ts";
import { type Visibility, visibilityOf } from "../../channels/visibility.ts";
import { planFix, toFix } from "../../pricing/plan-fix.ts";
import { shippingOf } from "../shipping-of.ts";

type ListingIssueRow = Pick<OpenIssue, "id" | "code" | "sentence"> & {
  /** The other side's own words, where it said any. */
  readonly detail: string | null;
  /** Whether Karwan can do what it asks about. */
  readonly canTakeOver: boolean;
  /** The prices that would end it; null where it is about none, or none would. */
  readonly fix: Fix | null;
};

export type ListingRow = {
  readonly id: string;
  readonly mode: Mode;
  readonly supplierProductId: SupplierProductId;
  readonly title: string;
  readonly imageUrl: string | null;
  readonly productGid: ProductGid | null;
  readonly origin: ListingOrigin;
  readonly listingStatus: ListingStatus;
  readonly state: ListingState;
  readonly step: ImportStep;
  readonly failure: ImportFailureCode | null;
  /** What a person is asked for, the most urgent first. */
  readonly openIssues: readonly ListingIssueRow[];
  readonly lockedFields: readonly string[];
  readonly takenOut: TakenOutWay | null;
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
  readonly confirmedBy: ConfirmationSource | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

const forRow = { variants: true } as const satisfies Prisma.ListingInclude;

type ListingPayload = Prisma.ListingGetPayload<{ include: typeof forRow }>;

/** Listings as lists show them, in the order of their ids; ids that are not this shop's are left out. */
export async function loadListingRows(
  ctx: ShopContext,
  ids: readonly ListingId[],
): Promise<readonly ListingRow[]> {
  const shopId = ctx.shop.id;
  const [listings, issues, settings, terms] = await Promise.all([
    ctx.db.listing.findMany({ where: { shopId, id: { in: [...ids] } }, include: forRow }),
    listOpenIssues(ctx, "listing", ids),
    loadListingSettings(ctx),
    loadTerms(ctx),
  ]);
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  return ids.flatMap((id) => {
    const listing = byId.get(id);
    return listing ? [toRow(ctx, listing, { settings, terms, openIssues: issues.get(id) ?? [] })] : [];
  });
}

type Pricing = { readonly settings: ListingSettings; readonly terms: AccountTerms };
type ListingRowFacts = Pricing & { readonly openIssues: readonly OpenIssue[] };

function toRow(
  { shop }: ShopContext,
  listing: ListingPayload,
  { openIssues, ...pricing }: ListingRowFacts,
): ListingRow {
  const { terms } = pricing;
  const { variants, locked, state, failure } = listing;
  const lockedFields = lockedFieldsOf(locked).map(({ field }) => field);
  const costs = { shippingPkr: shippingOf(listing, terms), terms };
  const margin = ({ pricePkr, wholesalePkr }: ListingPayload["variants"][number]) =>
    planMargin({ ...costs, pricePkr, wholesalePkr }).deliveredPkr;
  return {
    id: listing.id,
    mode: listing.mode,
    supplierProductId: listing.supplierProductId,
    title: listing.title,
    imageUrl: listing.imageUrl,
    productGid: listing.productGid,
    origin: listing.origin,
    listingStatus: listingStatusOf({ ...listing, lockedFields }),
    state,
    step: listing.step,
    failure: failure !== null && isImportFailureCode(failure) ? failure : null,
    openIssues: openIssues.map((issue) => toListingIssueRow(issue, listing, pricing)),
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

function toListingIssueRow(
  { id, code, sentence, params }: OpenIssue,
  listing: ListingPayload,
  pricing: Pricing,
): ListingIssueRow {
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
