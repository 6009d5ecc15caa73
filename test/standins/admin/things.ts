import { z } from "zod";
import type { ControlCalls } from "./control-calls.ts";

type Choice = { readonly value: string; readonly label: string };
type ProductChoice = Choice & {
  readonly productId: string;
  readonly supplierVariantId: string | null;
};

export type Things = {
  readonly orders: readonly Choice[];
  readonly parcels: readonly Choice[];
  /** Every variant in the shop, the merchant's own ones last. */
  readonly products: readonly ProductChoice[];
  /** The service's variants that are listed in the shop. */
  readonly variants: readonly Choice[];
};

const auditShape = z.object({
  orders: z.array(
    z.object({
      id: z.string(),
      externalOrderId: z.string(),
      mode: z.string(),
      part: z.number(),
      of: z.number(),
      status: z.string(),
    }),
  ),
});

const variantShape = z.object({
  id: z.string(),
  price: z.coerce.number(),
  selectedOptions: z.array(z.object({ value: z.string() })),
});

const stateShape = z.object({
  orders: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      financialStatus: z.string(),
      total: z.coerce.number(),
      shippingAddress: z.object({ city: z.string().nullable() }).nullable(),
    }),
  ),
  products: z.array(z.object({ id: z.string(), title: z.string(), variants: z.array(variantShape) })),
  metafields: z.array(z.object({ ownerId: z.string(), key: z.string(), value: z.string() })),
});

/** What the drawer's choices name: the shop's orders and products, and the service's parcels. */
export async function listThings(calls: ControlCalls, shop: string): Promise<Things> {
  const audit = auditShape.parse(await calls.supplier("audit"));
  const state = stateShape.parse(await calls.shopify("state", { shop }));
  const namesByNumber = new Map(state.orders.map(({ id, name }) => [id.split("/").at(-1) ?? id, name]));
  const products = listVariants(state);
  return {
    orders: state.orders.map(orderChoice).reverse(),
    parcels: audit.orders
      .map((parcel) => ({ value: parcel.id, label: parcelLabel(parcel, namesByNumber) }))
      .reverse(),
    products,
    variants: products.flatMap(({ supplierVariantId, label }) =>
      supplierVariantId === null ? [] : [{ value: supplierVariantId, label }],
    ),
  };
}

function listVariants({ products, metafields }: z.infer<typeof stateShape>): ProductChoice[] {
  const supplierIds = new Map(
    metafields
      .filter(({ key }) => key === "supplier_variant_id")
      .map(({ ownerId, value }) => [ownerId, value]),
  );
  const choices = products.flatMap(({ id: productId, title, variants }) =>
    variants.map(({ id, price, selectedOptions }) => {
      const options = selectedOptions.map(({ value }) => value).filter((value) => value !== "Default Title");
      const supplierVariantId = supplierIds.get(id) ?? null;
      const name = [title, ...options].join(" · ");
      return { value: id, productId, supplierVariantId, label: `${name} · Rs ${price.toLocaleString("en")}` };
    }),
  );
  return [
    ...choices.filter(({ supplierVariantId }) => supplierVariantId !== null),
    ...choices.filter(({ supplierVariantId }) => supplierVariantId === null),
  ];
}

type ShopOrder = z.infer<typeof stateShape>["orders"][number];
type Parcel = z.infer<typeof auditShape>["orders"][number];

function orderChoice({ id, name, total, financialStatus, shippingAddress }: ShopOrder): Choice {
  const words = [
    name,
    `Rs ${total.toLocaleString("en")}`,
    financialStatus.toLowerCase(),
    shippingAddress?.city,
  ];
  return { value: id, label: words.filter((word) => word).join(" · ") };
}

/** The part after the shop's number in an external order id is the order's number. */
function parcelLabel(parcel: Parcel, namesByNumber: ReadonlyMap<string, string>): string {
  const number = /-(\d+)/.exec(parcel.externalOrderId)?.[1] ?? "";
  const order = namesByNumber.get(number) ?? parcel.externalOrderId;
  const share = parcel.of > 1 ? ` parcel ${parcel.part} of ${parcel.of}` : "";
  const mode = parcel.mode === "test" ? " · test" : "";
  return `${order}${share} · ${parcel.status}${mode}`;
}
