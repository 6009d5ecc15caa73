import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import type { CommandResult } from "#app/domain/orders/commands/command-result.ts";
import { undoContact } from "#app/domain/orders/confirmation/undo-contact.server.ts";
import {
  type ContactResult,
  contactChannels,
  contactResults,
} from "#app/domain/orders/customer/contact/plan-contact.ts";
import { recordContact } from "#app/domain/orders/customer/contact/record-contact.server.ts";
import { type OrderId, toOrderId } from "#app/platform/ids.ts";
import { notFound } from "#app/routes/admin/not-found.ts";
import { parseForm } from "#app/routes/admin/parse-form.server.ts";
import { refuseSpending } from "#app/routes/admin/refuse-spending.server.ts";
import { requireShop, type Visit } from "#app/routes/admin/require-shop.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";

const result = z.enum(contactResults);

const form = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("contacted"), how: z.enum(contactChannels), result }),
  z.object({ intent: z.literal("undo_contact"), result }),
]);

const DONE: Readonly<Record<ContactResult, string>> = {
  confirmed: "Noted on the timeline",
  no_answer: "Noted on the timeline",
  cancel: "Noted; the order is being cancelled",
};

/** What came of a call or a message, and that it was noted by mistake. */
export async function action(args: ActionFunctionArgs): Promise<ActionAnswer | Response> {
  const visit = await requireShop(args);
  const parsed = z.uuid().safeParse(args.params.orderId);
  if (!parsed.success) throw notFound();
  const orderId = toOrderId(parsed.data);
  const asked = await parseForm(args.request, form);
  // An order that is not cancelled any more is placed by the shop's rules.
  const isResume = asked.intent === "undo_contact" && asked.result === "cancel";
  const refusal = isResume ? await refuseSpending(args, visit, { orderId, spends: "when_prepaid" }) : null;
  if (refusal) return refusal;
  const done = asked.intent === "contacted" ? DONE[asked.result] : "Taken back";
  return toAnswer(await carryOut(visit, orderId, asked), done);
}

function carryOut(
  { ctx, by }: Visit,
  orderId: OrderId,
  asked: z.output<typeof form>,
): Promise<CommandResult> {
  if (asked.intent === "undo_contact") return undoContact(ctx, { orderId, result: asked.result, by });
  return recordContact(ctx, { orderId, how: asked.how, result: asked.result, by });
}

function toAnswer(answer: CommandResult, done: string): ActionAnswer {
  if (answer.ok) return { ok: true, done };
  return { ok: false, reason: answer.reason, ...(answer.why && { gone: true }) };
}
