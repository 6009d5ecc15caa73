import { type HoldParams, text } from "#app/domain/messages/holds/hold-sentences.ts";

/** Where a customer answers without being called: the page of their order on the storefront, or in their account. */
export type CustomerMeans = "page" | "account";

const WORDS: Readonly<Record<CustomerMeans, string>> = {
  page: "on the order's page",
  account: "in their account",
};

/** Where the customer did it; null where somebody of the staff has. */
export function customerMeansWords(params: HoldParams): string | null {
  const means = Object.entries(WORDS).find(([name]) => name === text(params, "how", ""));
  return means?.[1] ?? null;
}
