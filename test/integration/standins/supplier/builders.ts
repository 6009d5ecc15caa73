import type { Contract, Reply } from "./contract.ts";
import { created } from "./shapes.ts";

let externalIds = 0;

type Item = {
  variantId?: string;
  externalVariantId?: string;
  quantity?: number;
  resalePrice?: number;
  externalLineId?: string;
  sku?: string;
};

/** One pressure cooker gasket set to Lahore, cash on delivery, 1,600 and 200 for delivery. */
export function buildOrder(overrides: Record<string, unknown> & { items?: Item[] } = {}) {
  externalIds += 1;
  const items = overrides.items ?? [{}];
  return {
    externalOrderId: `shop-${externalIds}`,
    paymentMode: "COD",
    customer: buildCustomer(),
    shippingCharged: 200,
    ...overrides,
    items: items.map((item) => ({
      ...(item.externalVariantId === undefined ? { variantId: "prd_cooker" } : {}),
      quantity: 1,
      resalePrice: 1600,
      ...item,
    })),
  };
}

export function buildCustomer(overrides: Record<string, unknown> = {}) {
  return {
    name: "Ayesha Example",
    phone: "+923001234567",
    address: "House 1, Street 2, Model Town",
    city: "Lahore",
    ...overrides,
  };
}

/** Ids of the sandbox catalog, which may be its own. */
export function sandboxId({ switches }: Contract, id: string): string {
  return switches.testCatalogIds === "own" ? `sandbox_${id}` : id;
}

/** An order the service accepted, parsed. */
export async function placeOrder(contract: Contract, overrides: Parameters<typeof buildOrder>[0] = {}) {
  return created.parse((await contract.place(buildOrder(overrides))).body);
}

/** The first parcel of an accepted order. */
export async function placeParcel(contract: Contract, overrides: Parameters<typeof buildOrder>[0] = {}) {
  const [parcel] = (await placeOrder(contract, overrides)).parcels;
  if (parcel === undefined) throw new Error("No parcel");
  return parcel;
}

/** The details of a refusal under whichever key this preset uses; undefined where it leaves them out. */
export function detailsOf(contract: Contract, reply: Reply): unknown {
  const key = contract.switches.errorDetailsKey;
  const { body } = reply;
  if (typeof body !== "object" || body === null || !("error" in body)) return undefined;
  const { error } = body;
  if (typeof error !== "object" || error === null) return undefined;
  return Object.entries(error).find(([name]) => name === key)?.[1];
}
