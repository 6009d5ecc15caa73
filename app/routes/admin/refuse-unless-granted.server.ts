import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ActingPerson, judgeStaff } from "#app/domain/shops/staff.server.ts";
import type { StaffRight } from "#app/domain/shops/staff-rights.ts";
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
  { ctx }: Visit,
  right: StaffRight | null,
  notGranted: Refusal = NOT_GRANTED,
): Promise<Response | null> {
  const judgement = await judgeStaff(ctx, await findActingPerson(args, ctx), right);
  if (judgement === "allowed") return null;
  const refusal = judgement === "not_granted" ? notGranted : COLLABORATOR;
  return Response.json({ ok: false, ...refusal } satisfies ActionAnswer, { status: 403 });
}

/** Who presses or looks, as Shopify says at this moment (R28). */
export function findActingPerson(
  { request, context }: ActionFunctionArgs | LoaderFunctionArgs,
  { shop }: Visit["ctx"],
): Promise<ActingPerson> {
  const ofHeader = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  // The admin opens a document with the token in its address.
  const sessionToken = ofHeader ?? new URL(request.url).searchParams.get("id_token") ?? "";
  return context.app.tokenEndpoint.findActingUser(shop.domain, sessionToken);
}
