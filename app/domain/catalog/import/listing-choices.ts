import { z } from "zod";
import { rupees } from "#app/domain/money/rupees.ts";
import { toSupplierVariantId } from "#app/platform/ids.ts";
import { bulkPriceSchema } from "../pricing/bulk-price.ts";

const MAX_LINE = 255;
/** Products that are looked at and changed one by one. */
const MOST_CHOICES = 2000;

/** One line as a person types it; Shopify takes 255 characters of a title, a type and a tag. */
const line = z.string().trim().min(1).max(MAX_LINE);

const listingChoicesSchema = z.object({
  title: line.optional(),
  /** Plain text: a blank line begins a paragraph, a line that begins with "- " is a point of a list. */
  description: z.string().trim().max(20_000).optional(),
  tags: z.array(line).max(250).optional(),
  /** Empty: none. */
  productType: z.string().trim().max(MAX_LINE).optional(),
  /** Addresses of images that are not copied. */
  imagesLeftOut: z.array(z.string().max(2048)).max(300).optional(),
  /** The service's ids of variants that are not sold. */
  variantsLeftOut: z.array(z.string().max(200).transform(toSupplierVariantId)).max(2048).optional(),
  /** Whole rupees, by the service's id of the variant. */
  prices: z.record(z.string().max(200), z.int().min(1).max(10_000_000).transform(rupees)).optional(),
  /** For every variant without a price of its own. */
  bulkPrice: bulkPriceSchema.optional(),
  /** Whose name stands as the vendor: the shop's, or the brand where the supplier names one (R30). */
  vendor: z.enum(["shop", "brand"]).optional(),
  status: z.enum(["ACTIVE", "DRAFT"]).optional(),
  /** Gids of collections. */
  collections: z.array(z.string().startsWith("gid://shopify/Collection/").max(100)).max(50).optional(),
});

/** What a merchant chose for one product before importing it; what is absent is as planned. */
export type ListingChoices = z.infer<typeof listingChoicesSchema>;

/** `Listing.plan` as it was stored; what is not readable any more may have left goods out, and stays a draft. */
export function parseListingChoices(stored: unknown): ListingChoices {
  const parsed = listingChoicesSchema.safeParse(stored ?? {});
  return parsed.success ? parsed.data : { status: "DRAFT" };
}

/** By the service's id of the product. */
export const choicesOfProductsSchema = z
  .record(z.string().max(200), listingChoicesSchema)
  .refine((choices) => Object.keys(choices).length <= MOST_CHOICES);

export type ChoicesOfProducts = z.infer<typeof choicesOfProductsSchema>;
