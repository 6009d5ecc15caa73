import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { rupees } from "#app/domain/money/rupees.ts";
import { switchAutoPayOff, switchAutoPayOn } from "#app/domain/wallet/funds/auto-pay-setting.server.ts";
import { refuseUnlessGranted } from "#app/routes/admin/refuse-unless-granted.server.ts";
import type { Visit } from "#app/routes/admin/require-shop.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";

const MOST_PKR = 10_000_000;

export const fundsForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("auto_pay_on"),
    dailyPkr: z.coerce.number().int().min(1).max(MOST_PKR).transform(rupees),
  }),
  z.object({ intent: z.literal("auto_pay_off") }),
]);

type FundsForm = z.output<typeof fundsForm>;

/** To let Karwan spend, and how much, is the owner's and of those who may pay; anybody may have it stopped. */
export async function doFunds(
  args: ActionFunctionArgs,
  visit: Visit,
  form: FundsForm,
): Promise<ActionAnswer | Response> {
  const { ctx, by } = visit;
  if (form.intent === "auto_pay_off") {
    await switchAutoPayOff(ctx, by);
    return { ok: true, done: "Switched off" };
  }
  const refusal = await refuseUnlessGranted(args, visit, "pay");
  if (refusal) return refusal;
  await switchAutoPayOn(ctx, { by, dailyPkr: form.dailyPkr });
  return { ok: true, done: "Switched on" };
}
