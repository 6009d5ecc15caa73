import type { KnownCustomer } from "./open-customer.server.ts";

const FIELDS = ["name", "phone", "address", "city", "province", "postalCode"] as const;

export type CustomerField = {
  readonly field: (typeof FIELDS)[number];
  readonly sent: string | null;
  /** What the order says, where that is not what was sent. */
  readonly original: string | null;
};

export type CustomerOnPage = {
  /** False while nothing was sent: then `sent` holds what the order says. */
  readonly wasSent: boolean;
  readonly fields: readonly CustomerField[];
};

/** The customer as sent, with the original beneath wherever the two differ; null when neither is known. */
export function toCustomerOnPage(
  original: KnownCustomer | null,
  sent: KnownCustomer | null,
): CustomerOnPage | null {
  const shown = sent ?? original;
  if (!shown) return null;
  const fields = FIELDS.map((field) => {
    const before = original?.[field] ?? null;
    return { field, sent: shown[field], original: before === shown[field] ? null : before };
  });
  return {
    wasSent: sent !== null,
    fields: fields.filter(({ sent: text, original: before }) => text !== null || before !== null),
  };
}
