import type { ActionFunctionArgs } from "@remix-run/node";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import type { Visit } from "./require-shop.server.ts";

const NOT_THE_OWNER: ActionAnswer = {
  ok: false,
  reason: "Only the owner of the store can do this.",
  detail: "Ask the owner to open Karwan and press it.",
};

/**
 * The guard of keys, pay, disconnect and what is placed automatically, which are the account owner's (R28). Shopify is
 * asked anew at each of these presses, so that a role taken away ends at once. Null lets the owner through.
 */
export async function refuseUnlessOwner(args: ActionFunctionArgs, { ctx }: Visit): Promise<Response | null> {
  const sessionToken = /^Bearer (.+)$/.exec(args.request.headers.get("authorization") ?? "")?.[1] ?? "";
  const { tokenEndpoint } = args.context.app;
  const { accountOwner } = await tokenEndpoint.findActingUser(ctx.shop.domain, sessionToken);
  return accountOwner ? null : Response.json(NOT_THE_OWNER, { status: 403 });
}
