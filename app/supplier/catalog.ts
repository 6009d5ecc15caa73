import { z } from "zod";
import { type SupplierProductId, type SupplierVariantId, toSupplierVariantId } from "#app/platform/ids.ts";
import { clampToReceivedAt } from "./clamp-to-received-at.ts";
import { type SendRequest, segment } from "./request.ts";
import {
  amount,
  decimal,
  flag,
  identifier,
  instant,
  lenient,
  listOf,
  opaque,
  optionalSupplierProductId,
  type Page,
  pageOf,
  price,
  rupees,
  supplierProductId,
  supplierVariantId,
  text,
  units,
  withRaw,
} from "./schema.ts";
import { serviceTimeMs } from "./service-time.ts";

const variantSchema = z.object({
  id: supplierVariantId,
  isDefault: flag,
  sku: text,
  color: text,
  size: text,
  title: text,
  image: text,
  wholesalePrice: amount,
  suggestedPrice: price,
  minResalePrice: rupees,
  stock: lenient(units),
});

/** Of variants that are stated, those that can be read. One of which none can is not its own only variant: it fails. */
const statedVariants = z.array(z.unknown()).transform((entries, context) => {
  const variants = entries.flatMap((entry) => variantSchema.safeParse(entry).data ?? []);
  if (variants.length > 0 || entries.length === 0) return variants;
  context.addIssue({ code: "custom", message: "No variant can be read" });
  return z.NEVER;
});

/** Section Product. `variants` may be missing from a list (R29): then it is null and the product is read by id. */
export const productSchema = withRaw(
  z.object({
    id: supplierProductId,
    title: z.string().catch(""),
    description: text,
    images: listOf(z.string()),
    brand: text,
    tags: listOf(z.string()),
    category: lenient(z.looseObject({ id: text, name: text })),
    storeId: text,
    weightKg: decimal,
    wholesalePrice: price,
    suggestedPrice: price,
    compareAtPrice: rupees,
    minResalePrice: rupees,
    inStock: flag,
    stock: lenient(units),
    shipping: lenient(z.object({ required: flag, weightKg: decimal, estimate: rupees })),
    variants: statedVariants.nullish(),
    updatedAt: instant,
  }),
);

const categoryChild = z.object({ id: identifier, name: z.string().catch(""), slug: text });
const categorySchema = categoryChild.extend({ children: listOf(categoryChild) });

/** Section InventoryItem. `available: false` means unknown, or no longer dropshippable. */
const inventoryItemSchema = z.object({
  variantId: supplierVariantId,
  productId: optionalSupplierProductId,
  available: z.boolean(),
  stock: units.catch(0),
  wholesalePrice: price,
  minResalePrice: rupees,
});

const parcelQuote = opaque;

/** Section ShippingQuote. Amounts in rupees; `platformFeePercent` is a percent of `platformFeeBasis`. */
const quoteSchema = withRaw(
  z.object({
    city: text,
    shippingCost: amount,
    returnShippingCost: rupees,
    rtoReserve: rupees,
    platformFeePercent: decimal,
    platformFeeBasis: text,
    parcels: listOf(parcelQuote),
  }),
);

export type SupplierVariant = z.infer<typeof variantSchema>;
export type SupplierProduct = z.infer<typeof productSchema>;
export type SupplierCategory = z.infer<typeof categorySchema>;
export type InventoryItem = z.infer<typeof inventoryItemSchema>;
export type ShippingQuote = z.infer<typeof quoteSchema>;

/** A product that states no variants is its own only variant, under its own id. Section Variant. */
export function onlyVariantOf(productId: SupplierProductId): SupplierVariantId {
  return toSupplierVariantId(productId);
}

/** Whether a product states its variants and each could be read: only then is one that is missing not offered. */
export function statesAllVariants({ variants, raw }: Pick<SupplierProduct, "variants" | "raw">): boolean {
  const stated = typeof raw === "object" && raw !== null && "variants" in raw ? raw.variants : null;
  return Array.isArray(stated) && stated.length > 0 && stated.length === variants?.length;
}

export type InventoryReading = { readonly items: readonly InventoryItem[]; readonly asOf: Date };

export type ProductFilter = {
  readonly search?: string;
  readonly category?: string;
  readonly minPrice?: number;
  readonly maxPrice?: number;
  readonly inStock?: boolean;
  readonly limit?: number;
  readonly cursor?: string;
};

export type QuoteRequest = {
  readonly city: string;
  readonly items: readonly { readonly variantId: SupplierVariantId; readonly quantity: number }[];
};

/** Calls that read products, stock and shipping costs. They throw SupplierError. */
export function catalogCalls(request: SendRequest) {
  return {
    /** One page of the catalog; prices filter on wholesale rupees. */
    async listProducts(filter: ProductFilter = {}): Promise<Page<SupplierProduct>> {
      const path = "/catalog/products";
      const spec = { method: "GET", route: path, path, effect: "read", retry: "safe" } as const;
      return (await request({ ...spec, query: filter, schema: pageOf(productSchema) })).value;
    },

    /**
     * A product with its variants, prices and stock. Throws `not_found`; one that came within `knownMissMs` is thrown again
     * without a call.
     */
    async getProduct(
      productId: SupplierProductId,
      { knownMissMs }: { readonly knownMissMs?: number } = {},
    ): Promise<SupplierProduct> {
      const path = `/catalog/products/${segment(productId)}`;
      const spec = {
        method: "GET",
        route: "/catalog/products/{id}",
        path,
        effect: "read",
        retry: "safe",
      } as const;
      return (await request({ ...spec, knownMissMs, schema: productSchema })).value;
    },

    /** The categories that hold products, each with its children. */
    async listCategories(): Promise<readonly SupplierCategory[]> {
      const path = "/catalog/categories";
      const spec = { method: "GET", route: path, path, effect: "read", retry: "safe" } as const;
      return (await request({ ...spec, schema: pageOf(categorySchema) })).value.data;
    },

    /** Stock and price of up to 100 variants. */
    async getInventory(variantIds: readonly SupplierVariantId[]): Promise<readonly InventoryItem[]> {
      return (await this.readInventory(variantIds)).items;
    },

    /** The same, and a moment of the service's own clock at which all of it was so, or later. */
    async readInventory(variantIds: readonly SupplierVariantId[]): Promise<InventoryReading> {
      const spec = {
        method: "GET",
        route: "/inventory",
        path: "/inventory",
        effect: "read",
        retry: "safe",
      } as const;
      const query = { ids: variantIds.join(",") };
      const startedMs = performance.now();
      const { value, headers } = await request({ ...spec, query, schema: pageOf(inventoryItemSchema) });
      const tookMs = performance.now() - startedMs;
      const now = new Date();
      const answeredAt = clampToReceivedAt(new Date(serviceTimeMs(headers, now)), now);
      return { items: value.data, asOf: new Date(answeredAt.getTime() - tookMs) };
    },

    /** What shipping these items to a city costs; changes nothing, never refused for the daily quota (R1). */
    async quoteShipping(quote: QuoteRequest): Promise<ShippingQuote> {
      const path = "/shipping/quote";
      const spec = { method: "POST", route: path, path, effect: "read", retry: "safe" } as const;
      return (await request({ ...spec, body: JSON.stringify(quote), schema: quoteSchema })).value;
    },
  };
}
