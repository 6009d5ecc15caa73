import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { type ExportFormat, toFile } from "../to-file.ts";
import { type OrderTrace, traceOrder } from "./trace-order.server.ts";

const COLUMNS = ["when", "source", "who", "by", "what", "ids", "receipt"] as const;

type ExportTraceInput = { readonly orderId: OrderId; readonly by: string; readonly format: ExportFormat };

/** The trace of one order as the parts of a file, with the name of the file; null where this shop has no such order. */
export async function exportTrace(
  ctx: ShopContext,
  { orderId, by, format }: ExportTraceInput,
): Promise<{ readonly name: string; readonly parts: AsyncGenerator<string> } | null> {
  const trace = await traceOrder(ctx, orderId);
  if (trace === null) return null;
  await recordFact(ctx.db, ctx.shop.id, {
    ...{ thing: "order", thingId: trace.id, actor: "person", by, code: "trace_exported" },
    at: ctx.clock.now(),
  });
  const number = trace.name.replaceAll(/[^\w-]/g, "") || trace.id;
  return { name: `trace-${number}`, parts: toFile(format, COLUMNS, oneBatch(trace)) };
}

async function* oneBatch({ lines }: OrderTrace) {
  yield lines.map(({ at, source, actor, by, text, ids, deliveryId }) => ({
    ...{ when: at.toISOString(), source, who: actor, by, what: text, receipt: deliveryId },
    ids: ids.map(({ name, value }) => `${name}=${value}`).join(" "),
  }));
}
