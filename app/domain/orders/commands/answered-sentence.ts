import { type HoldParams, text } from "#app/domain/messages/holds/hold-sentences.ts";

const HOW_PAID: Readonly<Record<string, string>> = {
  cod: "cash on delivery",
  bank_transfer: "bank transfer",
  wait: "wait for payment",
};

/** One fact for every answer that is remembered: a city's spelling, how a gateway pays, a refused phone. */
export function answeredSentence(params: HoldParams): string {
  const answer = text(params, "answer", "");
  if (params.question === "gateway_route")
    return `How it is paid was answered: ${HOW_PAID[answer] ?? answer}`;
  if (params.question === "customer_blocked") return "The supplier's refusal of this phone was forgotten";
  return params.question === "city_as_written"
    ? `City “${answer}” goes as written`
    : `City chosen: ${answer}`;
}
