import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { checkStaffRight } from "#app/domain/shops/staff.server.ts";
import type { StaffRight } from "#app/domain/shops/staff-rights.ts";
import { sessionTokenOf } from "#app/shopify/session-token-of.ts";
import type { ActingUser } from "#app/shopify/token-endpoint.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import type { Visit } from "./require-shop.server.ts";

/** Why not, and who can help. */
type Refusal = { readonly reason: string; readonly detail: string };

const NOT_GRANTED: Refusal = {
  reason: "Only the owner of the store can do this.",
  detail: "Ask the owner to press it, or to let you under Settings, Team.",
};

const COLLABORATOR: Refusal = {
  reason: "Collaborators cannot pay.",
  detail: "Ask the owner of the store, or a staff member the owner let.",
};

/**
 * The guard of keys, pay, disconnect and what is placed automatically: the account owner's, and whom the owner let
 * (R28). Shopify is asked anew at each of these presses, so that a role taken away ends at once. Null lets through;
 * without a right it is the owner's alone.
 */
export async function refuseUnlessGranted(
  args: ActionFunctionArgs,
  visit: Visit,
  right: StaffRight | null,
  notGranted: Refusal = NOT_GRANTED,
): Promise<Response | null> {
  const judgement = await checkStaffRight(visit.ctx, await findActingPerson(args, visit), right);
  if (judgement === "allowed") return null;
  const refusal = judgement === "not_granted" ? notGranted : COLLABORATOR;
  return Response.json({ ok: false, ...refusal } satisfies ActionAnswer, { status: 403 });
}

/** Who presses or looks, as Shopify says at this moment (R28): whoever the guard of the page let in, and nobody else. */
export async function findActingPerson(
  { request, context }: ActionFunctionArgs | LoaderFunctionArgs,
  { ctx, by }: Visit,
): Promise<ActingUser> {
  const sessionToken = sessionTokenOf(request) ?? "";
  const person = await context.app.tokenEndpoint.findActingUser(ctx.shop.domain, sessionToken);
  if (person.userId !== by) throw new Response(null, { status: 401 });
  return person;
}
