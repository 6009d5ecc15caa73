import { apiRights } from "#app/domain/read-api/api-rights.ts";
import { createApiToken, endApiToken } from "#app/domain/read-api/api-tokens.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import type { Visit } from "../../require-shop.server.ts";
import type { ApiForm } from "./api-form.ts";

/** A token that was made is in this answer, and in no other. */
export type ApiAnswer = ActionAnswer & { readonly token?: string };

export async function doApi({ ctx, by }: Visit, form: ApiForm): Promise<ApiAnswer> {
  if (form.intent === "end")
    return (await endApiToken(ctx, { tokenId: form.tokenId, by }))
      ? { ok: true, done: "Token ended" }
      : { ok: false, reason: "This token was ended already.", gone: true };
  const rights = apiRights.filter((right) => form[right]);
  if (rights.length === 0) return { ok: false, reason: "Choose what the token may read." };
  const { name, days } = form;
  const token = await createApiToken(ctx, { name, days, rights, by });
  if (token === null) return { ok: false, reason: "There are ten tokens already.", detail: "End one first." };
  return { ok: true, done: "Token made", token };
}
