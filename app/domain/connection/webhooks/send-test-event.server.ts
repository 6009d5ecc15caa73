import { findConnection } from "#app/domain/context/find-connection.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  type ConnectionRefusal,
  toConnectionRefusal,
} from "#app/domain/messages/failures/connection-refusal.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";

export type TestEventResult =
  /** The service was asked; `askedAt` tells the delivery it causes from older ones. */
  | { readonly kind: "asked"; readonly askedAt: Date }
  | { readonly kind: "not_connected" }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

/** Asks the service for a sample event at our address (R15). */
export async function sendTestEvent(
  ctx: Pick<ShopContext, "shop" | "db" | "clock" | "supplierIn">,
  input: { readonly mode: Mode },
): Promise<TestEventResult> {
  const found = await findConnection(ctx, input.mode);
  if (found === null) return { kind: "not_connected" };
  const askedAt = ctx.clock.now();
  try {
    await found.client.testWebhooks();
    return { kind: "asked", askedAt };
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return { kind: "refused", refusal: toConnectionRefusal(error) };
  }
}
