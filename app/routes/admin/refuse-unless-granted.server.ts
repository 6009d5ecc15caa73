import type { ActionFunctionArgs } from "@remix-run/node";
import { type Judgement, judgeStaff } from "#app/domain/shops/staff.server.ts";
import type { StaffRight } from "#app/domain/shops/staff-rights.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import type { Visit } from "./require-shop.server.ts";

const REFUSALS: Readonly<Record<Exclude<Judgement, "allowed">, ActionAnswer>> = {
  not_granted: {
    ok: false,
    reason: "Only the owner of the store can do this.",
    detail: "Ask the owner to press it, or to let you under Settings, Team.",
  },
  collaborators_never_pay: {
    ok: false,
    reason: "Collaborators cannot pay.",
    detail: "Ask the owner of the store, or a staff member the owner let.",
  },
};

/**
 * The guard of keys, pay, disconnect and what is placed automatically: the account owner's, and whom the owner let
 * (R28). Shopify is asked anew at each of these presses, so that a role taken away ends at once. Null lets through;
 * without a right it is the owner's alone.
 */
export async function refuseUnlessGranted(
  args: ActionFunctionArgs,
  { ctx }: Visit,
  right: StaffRight | null,
): Promise<Response | null> {
  const sessionToken = /^Bearer (.+)$/.exec(args.request.headers.get("authorization") ?? "")?.[1] ?? "";
  const person = await args.context.app.tokenEndpoint.findActingUser(ctx.shop.domain, sessionToken);
  const judgement = await judgeStaff(ctx, person, right);
  return judgement === "allowed" ? null : Response.json(REFUSALS[judgement], { status: 403 });
}
