import type { MailRecipient, Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { addressPlace } from "./recipient-place.ts";

type RecipientFact = {
  readonly code: Extract<FactCode, `recipient_${string}`>;
  /** A person of the staff, or whoever has the address. */
  readonly by: string;
};

type RecordRecipientDeps = Pick<ShopContext, "crypto" | "clock"> & {
  readonly shop: { readonly id: ShopId };
};

/** Says in Activity what became of an address, by its first letter and its domain: the address itself is erased with it. */
export async function recordRecipient(
  tx: Prisma.TransactionClient,
  ctx: RecordRecipientDeps,
  { id, addressEnc }: Pick<MailRecipient, "id" | "addressEnc">,
  { code, by }: RecipientFact,
): Promise<void> {
  const address = addressEnc.length > 0 ? hideAddress(ctx.crypto.openText(addressEnc, addressPlace(id))) : "";
  const { shop, clock } = ctx;
  const fact = { thing: "shop", thingId: shop.id, actor: "person", by, code } as const;
  await recordFact(tx, ctx, { ...fact, params: { address }, at: clock.now() });
}

function hideAddress(address: string): string {
  return `${address.slice(0, 1)}…${address.slice(address.lastIndexOf("@"))}`;
}
