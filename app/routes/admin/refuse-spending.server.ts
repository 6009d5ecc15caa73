import type { ActionFunctionArgs } from "@remix-run/node";
import { findSpending } from "#app/domain/orders/money/find-spending.server.ts";
import { walletRefusal } from "#app/domain/orders/money/spends-wallet.ts";
import { recordPerson } from "#app/domain/shops/staff.server.ts";
import { findActingPerson, refuseUnlessGranted } from "./refuse-unless-granted.server.ts";
import type { Visit } from "./require-shop.server.ts";

/**
 * The guard of everything that has a prepaid order placed: that spends the wallet, so it needs the right *pay* (R55). Who
 * presses on an order that costs nothing yet is remembered: should it turn out prepaid, its work looks at their right.
 */
export async function refuseSpending(
  args: ActionFunctionArgs,
  visit: Visit,
  request: { readonly orderId: string; readonly command: string },
): Promise<Response | null> {
  switch (await findSpending(visit.ctx, request)) {
    case "no":
      return null;
    case "maybe":
      await rememberActor(args, visit);
      return null;
    case "yes":
      return refuseUnlessGranted(args, visit, "pay", walletRefusal);
  }
}

/** By whom something is pressed whose orders are judged one by one later. */
export async function rememberActor(args: ActionFunctionArgs, visit: Visit): Promise<void> {
  await recordPerson(visit.ctx, await findActingPerson(args, visit));
}
