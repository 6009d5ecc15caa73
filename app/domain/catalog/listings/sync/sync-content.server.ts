import { planGoods } from "#app/domain/catalog/import/plan-goods.server.ts";
import type { PlannedListing } from "#app/domain/catalog/import/plan-listing.ts";
import { type LockableField, lockableFields } from "#app/domain/catalog/listings/locks/listing-locks.ts";
import {
  isMapped,
  type ListingSync,
  lockFields,
  updateListing,
} from "#app/domain/catalog/listings/run/listing-sync.server.ts";
import { digestDescription } from "#app/domain/catalog/text/parse-html.server.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { setProductContent } from "#app/shopify/operations/products/set-product-content.ts";
import { bytesDigestOf } from "./description-digest.ts";
import {
  type ContentDecision,
  type LastWrittenContent,
  type ListingContent,
  planContentSync,
  toWritten,
} from "./listing-content.ts";
import { knownPictures, newPictures, showOnVariants } from "./variant-pictures.server.ts";

/** What the product becomes in this shop as the service shows it now; null while that is not known. */
export async function planSeen(run: ListingSync): Promise<PlannedListing | null> {
  if (run.seen === null) return null;
  return planGoods({ ...run.ctx, settings: run.settings, terms: run.terms }, run.listing, run.seen);
}

/**
 * Finds out which of title, description and images the merchant made their own, and brings the others up to date by the
 * listing's policy. Returns what is left for a person to decide.
 */
export async function syncContent(
  run: ListingSync,
  planned: PlannedListing | null,
): Promise<readonly LockableField[]> {
  if (isMapped(run)) return [];
  const written = await baseline(run, planned);
  const wanted = planned === null ? null : toContent(planned);
  const current = await digestFor(run, written, run.product.descriptionHtml);
  const decision = planContentSync({
    ...{ written, current: run.product, policy: run.policy.whenContentChanges },
    digests: {
      current,
      wanted: wanted === null ? written.description : await digestFor(run, written, wanted.descriptionHtml),
    },
    // Nothing is known of the service's side: only the merchant's edits are looked for.
    wanted: wanted ?? { title: written.title, descriptionHtml: "", images: written.images.sources },
    locked: Object.keys(run.locks),
  });
  const known = wanted === null ? { ...decision, write: {}, asks: [] } : decision;
  const kept = await intend(run, written, known);
  if (Object.keys(known.write).length > 0) await write(run, kept, { planned, content: known.write });
  return known.asks;
}

function toContent({ title, product }: PlannedListing): ListingContent {
  return { title, descriptionHtml: product.descriptionHtml, images: product.images.map(({ url }) => url) };
}

/**
 * What we wrote. Of a product whose import kept nothing, all that stands is taken for ours but a title that is not the one
 * it was given.
 */
async function baseline(
  { ctx, written, listing, product }: ListingSync,
  planned: PlannedListing | null,
): Promise<LastWrittenContent> {
  if (written !== null) return written;
  const sources = planned?.product.images.map(({ url }) => url) ?? [];
  const isSame = sources.length === product.mediaIds.length;
  return {
    ...toWritten(
      { ...product, title: listing.title || product.title, images: [] },
      await digestDescription(ctx.shop.id, product.descriptionHtml),
    ),
    images: { sources: isSame ? sources : [], media: [...product.mediaIds] },
  };
}

/** The digest of a description; that of the written one without parsing where the bytes are the same. */
async function digestFor({ ctx }: ListingSync, written: LastWrittenContent, html: string): Promise<string> {
  if (written.bytes?.includes(bytesDigestOf(html))) return written.description;
  return digestDescription(ctx.shop.id, html);
}

/** Commits the locks found, and what is about to be written. Returns what stands in the row then. */
async function intend(
  run: ListingSync,
  written: LastWrittenContent,
  decision: ContentDecision,
): Promise<LastWrittenContent> {
  const { title, descriptionHtml, images } = decision.write;
  const isWriting = Object.keys(decision.write).length > 0;
  const { next: _, wanted: given, ...before } = written;
  // Prices that were given back are dealt with by now.
  const wanted = given?.filter(isContent) ?? [];
  const isEdited = decision.becomeLocked.includes("images");
  const media = isEdited ? written.images.media : (written.images.media ?? [...run.product.mediaIds]);
  const next = {
    ...(title === undefined ? {} : { title }),
    ...(descriptionHtml === undefined
      ? {}
      : { description: await digestDescription(run.ctx.shop.id, descriptionHtml) }),
    ...(images === undefined ? {} : { images: [...images] }),
  };
  const kept: LastWrittenContent = {
    ...before,
    ...(wanted.length > 0 ? { wanted } : {}),
    images: { ...written.images, media },
    ...(isWriting ? { next } : {}),
  };
  const isNew = JSON.stringify(kept) !== JSON.stringify(run.written);
  if (isNew || decision.becomeLocked.length > 0) {
    await run.claim.lease.transaction(async (tx) => {
      await updateListing(run, tx, { written: kept });
      await lockFields(run, tx, decision.becomeLocked);
    });
  }
  return kept;
}

type ChangedContent = { readonly planned: PlannedListing | null; readonly content: Partial<ListingContent> };

async function write(
  run: ListingSync,
  kept: LastWrittenContent,
  { planned, content }: ChangedContent,
): Promise<void> {
  const { ctx, product } = run;
  await run.claim.lease.assertHeld();
  const { images, ...texts } = content;
  const alt = content.title ?? product.title;
  const known = knownPictures(kept.images, product.mediaIds);
  const now = await setProductContent(ctx.admin, {
    productId: product.id,
    content: {
      ...texts,
      ...(images === undefined
        ? {}
        : { images: images.map((url) => ({ url, alt, mediaId: known.get(url) })) }),
    },
  });
  if (images !== undefined) await showOnVariants(run, planned, newPictures(images, now.mediaIds, known));
  failpoint("N2");
  const { next: _, wanted: __, ...before } = kept;
  const written: LastWrittenContent = {
    ...before,
    ...(content.title === undefined ? {} : { title: now.title }),
    ...(content.descriptionHtml === undefined
      ? {}
      : {
          description: await digestDescription(run.ctx.shop.id, now.descriptionHtml),
          bytes: [bytesDigestOf(content.descriptionHtml), bytesDigestOf(now.descriptionHtml)],
        }),
    ...(images === undefined ? {} : { images: { sources: [...images], media: [...now.mediaIds] } }),
  };
  await run.claim.lease.transaction((tx) =>
    updateListing(run, tx, {
      written,
      writtenAt: now.updatedAt,
      ...(content.title === undefined ? {} : { title: now.title }),
      ...(images?.[0] === undefined ? {} : { imageUrl: images[0] }),
    }),
  );
}

function isContent(field: string): boolean {
  return lockableFields.some((each) => each === field);
}
