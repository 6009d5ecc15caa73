import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { contactChannels, contactResults } from "#app/domain/orders/customer/contact/plan-contact.ts";
import { recordContact } from "#app/domain/orders/customer/contact/record-contact.server.ts";
import { toOrderId } from "#app/platform/ids.ts";
import { notFound } from "#app/routes/admin/not-found.ts";
import { parseForm } from "#app/routes/admin/parse-form.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";

const form = z.object({
  intent: z.literal("contacted"),
  how: z.enum(contactChannels),
  result: z.enum(contactResults),
});

/** What came of a call or a message. */
export async function action(args: ActionFunctionArgs): Promise<ActionAnswer> {
  const { ctx, by } = await requireShop(args);
  const orderId = z.uuid().safeParse(args.params.orderId);
  if (!orderId.success) throw notFound();
  const { how, result } = await parseForm(args.request, form);
  const answer = await recordContact(ctx, { orderId: toOrderId(orderId.data), how, result, by });
  const done = result === "cancel" ? "Noted; the order is being cancelled" : "Noted on the timeline";
  return answer.ok ? { ok: true, done } : answer;
}
