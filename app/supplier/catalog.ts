import { z } from "zod";
import { type SendRequest, segment } from "./request.ts";
import {
  amount,
  count,
  decimal,
  flag,
  instant,
  lenient,
  listOf,
  opaque,
  type Page,
  pageOf,
  rupees,
  text,
  withRaw,
} from "./schema.ts";

export const variantSchema = z.object({
  id: z.string().min(1),
  isDefault: flag,
  sku: text,
  color: text,
  size: text,
  title: text,
  image: text,
  wholesalePrice: amount,
  suggestedPrice: rupees,
  minResalePrice: rupees,
  stock: count,
});

/** Section Product. `variants` may be missing from a list (R29): then it is null and the product is read by id. */
export const productSchema = withRaw(
  z.object({
    id: z.string().min(1),
    title: z.string().catch(""),
    description: text,
    images: listOf(z.string()),
    brand: text,
    tags: listOf(z.string()),
    category: lenient(z.looseObject({ id: text, name: text })),
    storeId: text,
    weightKg: decimal,
    wholesalePrice: rupees,
    suggestedPrice: rupees,
    compareAtPrice: rupees,
    minResalePrice: rupees,
    inStock: flag,
    stock: count,
    shipping: lenient(z.object({ required: flag, weightKg: decimal, estimate: rupees })),
    variants: lenient(z.array(variantSchema)),
    updatedAt: instant,
  }),
);

const categoryChild = z.object({ id: z.string().min(1), name: z.string().catch(""), slug: text });
const categorySchema = categoryChild.extend({ children: listOf(categoryChild) });

/** Section InventoryItem. `available: false` means unknown, or no longer dropshippable. */
const inventoryItemSchema = z.object({
  variantId: z.string().min(1),
  productId: text,
  available: z.boolean(),
  stock: z.number().int().catch(0),
  wholesalePrice: rupees,
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
  readonly items: readonly { readonly variantId: string; readonly quantity: number }[];
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

    /** A product with its variants, prices and stock. Throws `not_found`. */
    async getProduct(productId: string): Promise<SupplierProduct> {
      const path = `/catalog/products/${segment(productId)}`;
      const spec = {
        method: "GET",
        route: "/catalog/products/{id}",
        path,
        effect: "read",
        retry: "safe",
      } as const;
      return (await request({ ...spec, schema: productSchema })).value;
    },

    /** The categories that hold products, each with its children. */
    async listCategories(): Promise<readonly SupplierCategory[]> {
      const path = "/catalog/categories";
      const spec = { method: "GET", route: path, path, effect: "read", retry: "safe" } as const;
      return (await request({ ...spec, schema: pageOf(categorySchema) })).value.data;
    },

    /** Stock and price of up to 100 variants. */
    async getInventory(variantIds: readonly string[]): Promise<readonly InventoryItem[]> {
      const spec = {
        method: "GET",
        route: "/inventory",
        path: "/inventory",
        effect: "read",
        retry: "safe",
      } as const;
      const query = { ids: variantIds.join(",") };
      return (await request({ ...spec, query, schema: pageOf(inventoryItemSchema) })).value.data;
    },

    /** What shipping these items to a city costs; changes nothing, never refused for the daily quota (R1). */
    async quoteShipping(quote: QuoteRequest): Promise<ShippingQuote> {
      const path = "/shipping/quote";
      const spec = { method: "POST", route: path, path, effect: "read", retry: "safe" } as const;
      return (await request({ ...spec, body: JSON.stringify(quote), schema: quoteSchema })).value;
    },
  };
}
