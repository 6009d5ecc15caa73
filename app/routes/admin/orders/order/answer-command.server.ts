import type { ActionFunctionArgs } from "@remix-run/node";
import type { CommandRight } from "#app/domain/orders/commands/command.server.ts";
import { commandForm } from "#app/domain/orders/commands/command-form.server.ts";
import { servedCommands } from "#app/domain/orders/commands/registry.server.ts";
import { runCommand } from "#app/domain/orders/commands/run-command.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { parseForm } from "#app/routes/admin/parse-form.server.ts";
import { refuseSpending } from "#app/routes/admin/refuse-spending.server.ts";
import { refuseUnlessGranted } from "#app/routes/admin/refuse-unless-granted.server.ts";
import type { Visit } from "#app/routes/admin/require-shop.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";

/** One button or form of an order: its command, once the person may give it (R28, R55). */
export async function answerCommand(
  args: ActionFunctionArgs,
  visit: Visit,
  orderId: OrderId,
): Promise<ActionAnswer | Response> {
  const command = await parseForm(args.request, commandForm);
  const refusal = await refuseCommand(args, visit, { orderId, right: servedCommands[command.intent].right });
  return refusal ?? runCommand(visit, orderId, command);
}

async function refuseCommand(
  args: ActionFunctionArgs,
  visit: Visit,
  { orderId, right }: { readonly orderId: OrderId; readonly right: CommandRight },
): Promise<Response | null> {
  if (right === "everybody") return null;
  if (typeof right === "string") return refuseUnlessGranted(args, visit, right);
  return refuseSpending(args, visit, { orderId, spends: right.spends });
}
