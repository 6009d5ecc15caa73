import { readableParams } from "#app/domain/messages/attention/readable-params.ts";
import { factSentence } from "#app/domain/orders/commands/fact-sentence.ts";
import { isJsonObject } from "#app/domain/sweeps/sweep-run.ts";

type PlainFact = { readonly code: string; readonly params: unknown };

/** A fact's sentence from what nobody else wrote of it: its sealed words stay closed. */
export function plainSentence(
  { shop }: { readonly shop: { readonly timezone: string } },
  { code, params }: PlainFact,
): string {
  return factSentence(code, readableParams(isJsonObject(params) ? params : {}, shop.timezone));
}
