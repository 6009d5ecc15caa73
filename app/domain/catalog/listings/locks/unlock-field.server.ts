import type { Prisma } from "@prisma/client";
import { resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { listingIssueCodes } from "#app/domain/catalog/listings/policy/plan-listing-issues.ts";
import {
  requestListingReconcile,
  toListingWork,
} from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import { readWritten } from "#app/domain/catalog/listings/sync/listing-content.ts";
import { lockVariants } from "#app/domain/catalog/listings/sync/record-reported-at.server.ts";
import { parseSeen, toSeen } from "#app/domain/catalog/listings/sync/seen-product.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { VARIANT_GONE } from "#app/domain/messages/attention/listing-issues.ts";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { ListingId, SupplierProductId } from "#app/platform/ids.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { lockableFields, parseLocks, priceLock, withLocks, withoutLocks } from "./listing-locks.ts";
import { takeOverFields } from "./take-over-fields.ts";

type UnlockFieldDeps = Pick<ShopContext, "shop" | "db" | "clock" | "wake" | "supplierIn">;

type UnlockFieldInput = { readonly listingId: ListingId; readonly field: string; readonly by: string };

/**
 * Gives a field back to us: `title`, `description`, `images`, or the price of a variant (`priceLock`). What the service
 * shows now, or the rule's price, takes the place of the merchant's, whatever the policy is. False where there is no such
 * listing or field.
 */
export function unlockField(
  ctx: UnlockFieldDeps,
  { listingId, field, by }: UnlockFieldInput,
): Promise<boolean> {
  const params = { field: field.split("/")[0] ?? field };
  const fact = { by, code: "field_unlocked", params } as const;
  return requestFields(ctx, listingId, fact, ({ variants }) => {
    const isPrice = variants.some((variant) => priceLock(variant) === field);
    return isPrice || lockableFields.some((each) => each === field) ? [field] : [];
  });
}

/**
 * *Take it over*: the change reported of a listing is done this once, whatever the policy is. Texts and images become the
 * service's, but for those that are the merchant's; new variants are added.
 */
export function takeOver(
  ctx: UnlockFieldDeps,
  { listingId, code, by }: { readonly listingId: ListingId; readonly code: string; readonly by: string },
): Promise<boolean> {
  const fact = { by, code: "taken_over", params: { what: code } } as const;
  return requestFields(ctx, listingId, fact, (listing) => takeOverFields(listing, code));
}

type ListingPayload = Prisma.ListingGetPayload<{ include: { variants: true } }>;

type FieldsFact = { readonly by: string; readonly code: FactCode; readonly params: Prisma.InputJsonObject };

/** Has the listing's work write some fields, whatever the policy is; false where there are none. */
async function requestFields(
  ctx: UnlockFieldDeps,
  listingId: ListingId,
  requested: FieldsFact,
  fieldsOf: (listing: ListingPayload) => readonly string[],
): Promise<boolean> {
  const shopId = ctx.shop.id;
  const where = { shopId_id: { shopId, id: listingId } };
  const found = await ctx.db.listing.findUnique({ where, include: { variants: true } });
  if (found === null || found.origin === "mapped" || fieldsOf(found).length === 0) return false;
  const seen = parseSeen(found.seen) === null ? await readProduct(ctx, found) : null;
  await ctx.db.$transaction(async (tx) => {
    await lockVariants(tx, found, [found.supplierProductId]);
    const listing = await tx.listing.findUniqueOrThrow({ where, include: { variants: true } });
    const fields = fieldsOf(listing);
    const written = readWritten(listing.written);
    const wanted = [...new Set([...(written?.wanted ?? []), ...fields])];
    await tx.listing.update({
      where,
      data: {
        locked: withoutLocks(parseLocks(listing.locked), fields),
        ...(written === null ? {} : { written: { ...written, wanted } }),
        ...(seen === null ? {} : { seen: toSeen(seen) }),
      },
    });
    for (const variant of listing.variants.filter((each) => fields.includes(priceLock(each)))) {
      await tx.listingVariant.update({
        where: { shopId_id: { shopId, id: variant.id } },
        // What stands is ours again, to be put right.
        data: { costDueAt: ctx.clock.now(), pushedPricePkr: variant.pricePkr },
      });
    }
    const fact = { thing: "listing", thingId: listingId, actor: "person", at: ctx.clock.now() } as const;
    await recordFact(tx, shopId, { ...fact, ...requested });
    await requestListingReconcile(tx, shopId, [listingId]);
  });
  await ctx.wake(toListingWork([listingId]));
  return true;
}

async function readProduct(
  ctx: UnlockFieldDeps,
  listing: { readonly mode: Mode; readonly supplierProductId: SupplierProductId },
) {
  try {
    return (await ctx.supplierIn(listing.mode)?.getProduct(listing.supplierProductId)) ?? null;
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return null;
  }
}

/**
 * *Leave it as it is*: the change reported of a listing is put away until its numbers are others; content that was left is the
 * merchant's own from now on.
 */
export async function dismissListingIssue(
  ctx: Pick<ShopContext, "shop" | "db" | "clock">,
  { listingId, code, by }: { readonly listingId: ListingId; readonly code: string; readonly by: string },
): Promise<boolean> {
  if (![...listingIssueCodes, VARIANT_GONE].some((each) => each === code)) return false;
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  return ctx.db.$transaction(async (tx) => {
    const subject = { thing: "listing", thingId: listingId } as const;
    const open = await tx.attention.findMany({ where: { shopId, ...subject, resolvedAt: null } });
    const asked = open.find((row) => row.code === code);
    if (asked === undefined) return false;
    const keep = open.map((row) => row.code).filter((each) => each !== code);
    await resolveAttention(tx, { shopId, now }, subject, { by, keep });
    if (code === "content_changed") {
      const where = { shopId_id: { shopId, id: listingId } };
      const listing = await tx.listing.findUniqueOrThrow({ where });
      const named = lockableFields.filter((field) => String(Object(asked.params).fields).includes(field));
      await tx.listing.update({ where, data: { locked: withLocks(parseLocks(listing.locked), named, now) } });
    }
    // What is gone for good keeps nothing else from being in sync.
    if (code === VARIANT_GONE) {
      const where = { shopId, id: listingId, syncFailure: VARIANT_GONE };
      await tx.listing.updateMany({ where, data: { syncFailure: null } });
    }
    const fact = {
      thing: "listing",
      thingId: listingId,
      actor: "person",
      by,
      code: "kept_as_it_is",
    } as const;
    await recordFact(tx, shopId, { ...fact, params: { what: code }, at: now });
    return true;
  });
}
