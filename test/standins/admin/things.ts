import { z } from "zod";
import type { ControlCalls } from "./control-calls.ts";

export type Choice = { readonly value: string; readonly label: string };
export type ProductChoice = Choice & { readonly productId: string };

export type Things = {
  readonly orders: readonly Choice[];
  readonly parcels: readonly Choice[];
  readonly products: readonly ProductChoice[];
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
      codAmount: z.number(),
    }),
  ),
});

const stateShape = z.object({
  orders: z.array(
    z.object({ id: z.string(), name: z.string(), financialStatus: z.string(), total: z.coerce.number() }),
  ),
  products: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      variants: z.array(z.object({ id: z.string(), sku: z.string().nullable(), price: z.coerce.number() })),
    }),
  ),
});

/** What the drawer's choices name: the shop's orders and products, and the service's parcels. */
export async function listThings(calls: ControlCalls, shop: string): Promise<Things> {
  const [audit, state] = await Promise.all([calls.supplier("audit"), calls.shopify("state", { shop })]);
  const parcels = auditShape.parse(audit).orders;
  const { orders, products } = stateShape.parse(state);
  const namesById = new Map(orders.map(({ id, name }) => [id.split("/").at(-1) ?? id, name]));
  return {
    orders: orders.map(({ id, name, financialStatus, total }) => ({
      value: id,
      label: `${name} · Rs ${total.toLocaleString("en")} · ${financialStatus.toLowerCase()}`,
    })),
    parcels: parcels.map((parcel) => ({ value: parcel.id, label: parcelLabel(parcel, namesById) })),
    products: products.flatMap((product) =>
      product.variants.map((variant) => ({
        value: variant.id,
        productId: product.id,
        label: `${product.title}${variant.sku ? ` (${variant.sku})` : ""} · Rs ${variant.price.toLocaleString("en")}`,
      })),
    ),
    variants: [],
  };
}

type Parcel = z.infer<typeof auditShape>["orders"][number];

function parcelLabel(parcel: Parcel, namesById: ReadonlyMap<string, string>): string {
  const number = /-(\d+)/.exec(parcel.externalOrderId)?.[1] ?? "";
  const order = namesById.get(number) ?? parcel.externalOrderId;
  const share = parcel.of > 1 ? ` parcel ${parcel.part} of ${parcel.of}` : "";
  return `${order}${share} · ${parcel.status} · ${parcel.mode}`;
}
