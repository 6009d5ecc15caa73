import type { Prisma } from "@prisma/client";
import { z } from "zod";
import type { LockableField } from "#app/domain/catalog/listings/locks/listing-locks.ts";
import { bytesDigestOf } from "./description-digest.ts";

/** Title, description and images as they are meant to stand in the shop. */
export type ListingContent = {
  readonly title: string;
  readonly descriptionHtml: string;
  /** Addresses at the service; Shopify copies them. */
  readonly images: readonly string[];
};

const writtenSchema = z.object({
  title: z.string(),
  /** Digest of the description, whatever its markup is spelled like. */
  description: z.string(),
  /** Digests of its very bytes, as they were sent and as Shopify answered: what is the same is not parsed. */
  bytes: z.array(z.string()).optional(),
  images: z.object({
    sources: z.array(z.string()),
    /** Shopify's ids of them; null until the product was first looked at. */
    media: z.array(z.string()).nullable(),
  }),
  /** What is being written, or was when a run died. */
  next: z
    .object({
      title: z.string().optional(),
      description: z.string().optional(),
      images: z.array(z.string()).optional(),
    })
    .optional(),
  /** Fields a person gave back to us: written whatever the policy says. */
  wanted: z.array(z.string()).optional(),
});

/** The content as we last wrote it, by which a merchant's edits are told from ours. */
export type LastWrittenContent = z.infer<typeof writtenSchema>;

/** `Listing.written` as it was stored; null before anything was kept. */
export function readWritten(stored: Prisma.JsonValue): LastWrittenContent | null {
  return writtenSchema.safeParse(stored).data ?? null;
}

/** What an import keeps of the content it sends; `description` is the digest of its description. */
export function toWritten(
  { title, descriptionHtml, images }: ListingContent,
  description: string,
): LastWrittenContent {
  return {
    title,
    description,
    bytes: [bytesDigestOf(descriptionHtml)],
    images: { sources: [...images], media: null },
  };
}

/** As the product stands in Shopify. */
export type CurrentContent = {
  readonly title: string;
  readonly mediaIds: readonly string[];
};

/** The digests of the description on both sides, as far as their bytes are not the written ones. */
type DescriptionDigests = { readonly current: string; readonly wanted: string };

export type ContentSyncInput = {
  readonly written: LastWrittenContent;
  readonly current: CurrentContent;
  readonly digests: DescriptionDigests;
  /** As the service shows it now. */
  readonly wanted: ListingContent;
  readonly locked: readonly string[];
  readonly policy: "follow" | "alert";
};

export type ContentDecision = {
  /** Fields the merchant edited: theirs from now on. */
  readonly becomeLocked: readonly LockableField[];
  /** What is written now; empty when nothing is. */
  readonly write: Partial<ListingContent>;
  /** Fields that changed at the service and are left for a person. */
  readonly asks: readonly LockableField[];
};

/**
 * What of a product's content the merchant made their own, and what is brought up to date. A field that stands neither as
 * we wrote it nor as we were about to write it was edited, and is never overwritten.
 */
export function planContentSync({
  written,
  current,
  digests,
  wanted,
  locked,
  policy,
}: ContentSyncInput): ContentDecision {
  const edited = listEdited(written, current, digests.current);
  const becomeLocked = edited.filter((field) => !locked.includes(field));
  const isOurs = (field: LockableField) => !locked.includes(field) && !edited.includes(field);
  const changed = listChanged(written, wanted, digests.wanted).filter(isOurs);
  const given = changed.filter((field) => policy === "follow" || written.wanted?.includes(field));
  return {
    becomeLocked,
    write: pick(wanted, given),
    asks: changed.filter((field) => !given.includes(field)),
  };
}

function listEdited(
  written: LastWrittenContent,
  current: CurrentContent,
  digest: string,
): readonly LockableField[] {
  const { next, images } = written;
  const isTitle = current.title === written.title || current.title === next?.title;
  const isDescription = digest === written.description || digest === next?.description;
  const isSame =
    images.media === null
      ? current.mediaIds.length === Math.min(images.sources.length, 100)
      : current.mediaIds.join() === images.media.join();
  // A run that died while it changed images left others of ours; their ids are not known.
  const isImages = isSame || next?.images !== undefined;
  const edited = [
    ...(isTitle ? [] : ["title" as const]),
    ...(isDescription ? [] : ["description" as const]),
    ...(isImages ? [] : ["images" as const]),
  ];
  // What a person gave back to us is ours, whatever stands there.
  return edited.filter((field) => !written.wanted?.includes(field));
}

function listChanged(
  written: LastWrittenContent,
  wanted: ListingContent,
  digest: string,
): readonly LockableField[] {
  const wantsAnyway = (field: LockableField) => written.wanted?.includes(field) === true;
  const isUnfinished = written.next !== undefined;
  return [
    ...(wanted.title !== written.title || wantsAnyway("title") ? ["title" as const] : []),
    ...(digest !== written.description || wantsAnyway("description") ? ["description" as const] : []),
    ...(wanted.images.join("\n") !== written.images.sources.join("\n") ||
    wantsAnyway("images") ||
    (isUnfinished && written.next?.images !== undefined)
      ? ["images" as const]
      : []),
  ];
}

function pick(wanted: ListingContent, fields: readonly LockableField[]): Partial<ListingContent> {
  return {
    ...(fields.includes("title") ? { title: wanted.title } : {}),
    ...(fields.includes("description") ? { descriptionHtml: wanted.descriptionHtml } : {}),
    ...(fields.includes("images") ? { images: wanted.images } : {}),
  };
}
