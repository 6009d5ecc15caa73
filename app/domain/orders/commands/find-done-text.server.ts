import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import type { DoneText } from "./command.ts";
import { findPlacementBlocker, hasOpenParcels } from "./placement/find-placement-blocker.server.ts";
import { servedCommands } from "./registry.server.ts";
import { type CommandForm, orderCommands } from "./registry.ts";

/**
 * What the page says once a command was done: what it has done, and what will really happen. Told from how the order
 * stood before it; null where only the run can tell.
 */
export async function findDoneText(
  ctx: ShopContext,
  orderId: OrderId,
  command: CommandForm,
): Promise<string | null> {
  const done: DoneText = orderCommands[command.intent].done;
  if (done === null || typeof done === "string") return done;
  if ("unsent" in done) return (await hasOpenParcels(ctx, orderId)) ? done.withSupplier : done.unsent;
  const answered = servedCommands[command.intent].toAnsweredHold(command);
  const kept = await findPlacementBlocker(ctx, orderId, answered);
  return kept ? `${done.did}. ${kept}` : done.next;
}
