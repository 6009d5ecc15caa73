import type { CustomerEdit } from "#app/domain/orders/customer/customer-edit.ts";
import type { KnownCustomer } from "#app/domain/orders/customer/open-customer.server.ts";

const FIELDS = [
  "name",
  "phone",
  "secondPhone",
  "address",
  "landmark",
  "city",
  "province",
  "postalCode",
] as const;

type CustomerFields = Partial<Record<(typeof FIELDS)[number], string | null>>;

type CustomerField = {
  readonly field: (typeof FIELDS)[number];
  readonly sent: string | null;
  /** What the order says, where that is not what was sent. */
  readonly original: string | null;
};

export type CustomerOnPage = {
  /** False while nothing was sent: then `sent` holds what would be. */
  readonly wasSent: boolean;
  readonly fields: readonly CustomerField[];
};

type SentCustomerInput = {
  readonly sent: KnownCustomer | null;
  /** A person's correction, while it still reaches the parcel. */
  readonly corrected?: CustomerEdit | null;
};

/** The customer as corrected or sent, with the original beneath wherever the two differ; null when none is known. */
export function toCustomerOnPage(
  original: KnownCustomer | null,
  { sent, corrected = null }: SentCustomerInput,
): CustomerOnPage | null {
  const shown: CustomerFields | null = corrected ? withPlace(corrected, original) : (sent ?? original);
  if (!shown) return null;
  const before: CustomerFields = original ?? {};
  const fields = FIELDS.map((field) => {
    const [now, then] = [shown[field] ?? null, before[field] ?? null];
    return { field, sent: now, original: then === now ? null : then };
  });
  return {
    wasSent: sent !== null && corrected === null,
    fields: fields.filter(({ sent: text, original: then }) => text !== null || then !== null),
  };
}

/** A province and a postal code go with the city they were written with. */
function withPlace(corrected: CustomerEdit, original: KnownCustomer | null): CustomerFields {
  if (!original || original.city !== corrected.city) return { ...toShown(corrected) };
  return { ...toShown(corrected), province: original.province, postalCode: original.postalCode };
}

function toShown({ name, phone, secondPhone, address, landmark, city }: CustomerEdit): CustomerFields {
  return { name, phone, secondPhone, address, landmark, city };
}
