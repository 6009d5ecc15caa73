import { z } from "zod";
import { productSchema } from "./catalog.ts";
import { orderSchema, type SupplierOrder } from "./order-schema.ts";
import { parseJson } from "./parse-json.ts";
import { isReturnType, type ReturnType } from "./return-type.ts";
import { type AmountPkr, lenient, listOf, supplierProductId, text, withRaw } from "./schema.ts";

const envelopeSchema = z.object({
  id: z.string().min(1),
  event: z.string().min(1),
  mode: z.string().min(1),
  createdAt: z.string().min(1),
  data: z.record(z.string(), z.unknown()),
});

/** Section ProductEvent. */
const productEventSchema = withRaw(
  z.object({
    productId: supplierProductId,
    importId: text,
    externalProductId: text,
    product: lenient(productSchema),
    changes: listOf(z.string()),
  }),
);

export type ProductEvent = z.infer<typeof productEventSchema>;

type Envelope = {
  readonly id: string;
  /** The name as sent; other names than the document's may come. */
  readonly event: string;
  readonly mode: string;
  /** ISO 8601. */
  readonly createdAt: string;
};

export type SupplierEvent =
  | (Envelope & {
      readonly kind: "order";
      readonly order: SupplierOrder;
      /** Of `order.returned`, wherever it was found; null when it was not (R14). */
      readonly returnType: ReturnType | null;
      /** Of `wallet.margin_released`: rupees credited; null when it was not found. */
      readonly amountPkr: AmountPkr | null;
    })
  | (Envelope & { readonly kind: "product"; readonly product: ProductEvent })
  | (Envelope & { readonly kind: "unknown"; readonly data: Readonly<Record<string, unknown>> });

/**
 * Reads a delivery whose signature has been verified; null when one of the five required members is missing.
 * An event we do not know, or one without the ids we need, is `unknown` and kept. Section Events.
 */
export function parseSupplierEvent(rawBody: Uint8Array): SupplierEvent | null {
  const parsed = envelopeSchema.safeParse(parseJson(Buffer.from(rawBody).toString("utf8")));
  if (!parsed.success) return null;
  const { data, ...envelope } = parsed.data;
  return (
    parseOrderEvent(envelope, data) ??
    parseProductEvent(envelope, data) ?? { ...envelope, kind: "unknown", data }
  );
}

function parseOrderEvent(envelope: Envelope, data: Record<string, unknown>): SupplierEvent | null {
  if (!/^order\.|^wallet\.margin_released$/.test(envelope.event)) return null;
  const order = orderSchema.safeParse(data);
  if (!order.success) return null;
  return {
    ...envelope,
    kind: "order",
    order: order.data,
    returnType: envelope.event === "order.returned" ? findReturnType(data) : null,
    amountPkr: envelope.event === "wallet.margin_released" ? findReleasedAmount(data) : null,
  };
}

function parseProductEvent(envelope: Envelope, data: Record<string, unknown>): SupplierEvent | null {
  if (!envelope.event.startsWith("product.")) return null;
  const product = productEventSchema.safeParse(data);
  return product.success ? { ...envelope, kind: "product", product: product.data } : null;
}

const NEVER_RELEASES = new Set(["platformFee", "items", "customer", "history", "tracking", "parcel"]);

function findReturnType(data: unknown): ReturnType | null {
  return findMember(data, "type", isReturnType);
}

function findReleasedAmount(data: unknown): AmountPkr | null {
  return findMember(data, "amount", (value): value is AmountPkr => Number.isSafeInteger(value));
}

/** The document does not say where the member sits: the shallowest one that fits, outside parts with their own meaning. */
function findMember<T>(root: unknown, name: string, fits: (value: unknown) => value is T): T | null {
  let level: readonly object[] = isObject(root) ? [root] : [];
  for (let depth = 0; depth < 4 && level.length > 0; depth += 1) {
    for (const node of level) {
      const value: unknown = Object.entries(node).find(([key]) => key === name)?.[1];
      if (fits(value)) return value;
    }
    level = level.flatMap((node) =>
      Object.entries(node).flatMap(([key, value]) =>
        isObject(value) && !NEVER_RELEASES.has(key) ? [value] : [],
      ),
    );
  }
  return null;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
