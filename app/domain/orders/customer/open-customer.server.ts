import { z } from "zod";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { HandoffId, OrderId } from "#app/platform/ids.ts";

const word = z.string().nullish();

const stored = z.looseObject({
  name: word,
  phone: word,
  calledPhone: word,
  address: word,
  city: word,
  province: word,
  postalCode: word,
});

/** A customer as kept with an order or a handoff; a field is null where nothing was given. */
export type KnownCustomer = {
  readonly name: string | null;
  readonly phone: string | null;
  /** Of all numbers of an order the one that would be called: where the first is none, another may be one. */
  readonly calledPhone: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly province: string | null;
  readonly postalCode: string | null;
};

type SealedCustomer = { readonly id: OrderId | HandoffId; readonly customerEnc: Uint8Array | null };

/** The customer of an order as last read from Shopify; null before the first read and after erasure. */
export function openCustomer(ctx: Pick<ShopContext, "crypto">, row: SealedCustomer): KnownCustomer | null {
  return openFrom(ctx, "order", row);
}

/** The customer as sent to the service with a handoff. */
export function openSentCustomer(
  ctx: Pick<ShopContext, "crypto">,
  row: SealedCustomer,
): KnownCustomer | null {
  return openFrom(ctx, "handoff", row);
}

function openFrom(
  ctx: Pick<ShopContext, "crypto">,
  table: string,
  row: SealedCustomer,
): KnownCustomer | null {
  if (!row.customerEnc || row.customerEnc.length === 0) return null;
  const text = ctx.crypto.openText(row.customerEnc, { table, row: row.id, column: "customer_enc" });
  const parsed = stored.safeParse(JSON.parse(text));
  if (!parsed.success) return null;
  const { name, phone, calledPhone, address, city, province, postalCode } = parsed.data;
  return {
    name: name ?? null,
    phone: phone ?? null,
    calledPhone: calledPhone ?? null,
    address: address ?? null,
    city: city ?? null,
    province: province ?? null,
    postalCode: postalCode ?? null,
  };
}
