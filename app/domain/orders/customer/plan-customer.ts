import { cleanText } from "./clean-text.ts";
import { type CityMatch, matchCity } from "./match-city.ts";
import { type PhonePlan, planPhone } from "./plan-phone.ts";

/** Shopify's address fields, as they are read; a fulfillment order's destination fits too. */
export type WrittenAddress = {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly province: string | null;
  readonly zip: string | null;
  readonly phone: string | null;
};

export type WrittenContact = Pick<WrittenAddress, "firstName" | "lastName" | "phone">;

export type CustomerInput = {
  readonly shippingAddress: WrittenAddress | null;
  readonly billingAddress: WrittenContact | null;
  readonly customer: WrittenContact | null;
  /** Shopify answered "not approved" for the customer's data. */
  readonly access: "granted" | "withheld";
  /** Keys (`cityKey`) of cities a person said to send as they are written. */
  readonly knownAsWritten: ReadonlySet<string>;
  /** Key (`cityKey`) of what was written → the city a person chose for it. */
  readonly chosenCities: ReadonlyMap<string, string>;
};

/** The customer as the service takes it: the four required fields and two optional ones. */
export type ParcelCustomer = {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  readonly province?: string;
  readonly postalCode?: string;
};

/** What was written, before anything was read into it; beside `ParcelCustomer` it shows the differences. */
export type OriginalCustomer = {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
};

export type CustomerWarning = "landline" | "address_short";

export type CustomerHold =
  | { readonly code: "customer_data_not_approved"; readonly params: Readonly<Record<string, never>> }
  | { readonly code: "customer_data_missing"; readonly params: { readonly missing: string } }
  | {
      readonly code: "phone_invalid";
      readonly params: { readonly phone: string; readonly suggestions: readonly string[] };
    }
  | { readonly code: "phone_foreign"; readonly params: Readonly<Record<string, never>> }
  | {
      readonly code: "city_unknown" | "city_ambiguous";
      readonly params: { readonly city: string; readonly suggestions: readonly string[] };
    };

export type CustomerPlan =
  | {
      readonly kind: "ready";
      readonly customer: ParcelCustomer;
      /** For the parcel's notes, the most useful first. */
      readonly notes: readonly string[];
      readonly warnings: readonly CustomerWarning[];
      readonly original: OriginalCustomer;
    }
  | ({ readonly kind: "held"; readonly original: OriginalCustomer } & CustomerHold);

type FoundCity = Exclude<CityMatch, { suggestions: readonly string[] }>;

const SHORTEST_ADDRESS = 15;

function nameOf(contact: WrittenContact | null): string {
  return [contact?.firstName, contact?.lastName].map(cleanText).filter(Boolean).join(" ");
}

function readOriginal({ shippingAddress, billingAddress, customer }: CustomerInput): OriginalCustomer {
  const contacts = [shippingAddress, billingAddress, customer];
  return {
    name: contacts.map(nameOf).find((name) => name !== "") ?? "",
    phone: contacts.map((contact) => cleanText(contact?.phone)).find((phone) => phone !== "") ?? "",
    address: [shippingAddress?.address1, shippingAddress?.address2].map(cleanText).filter(Boolean).join(", "),
    city: cleanText(shippingAddress?.city),
  };
}

function findMissing(original: OriginalCustomer): string | null {
  const required = ["name", "phone", "address", "city"] as const;
  const missing = required.filter((field) => original[field] === "");
  return missing.length === 0 ? null : missing.join(", ");
}

function readCity(input: CustomerInput, original: OriginalCustomer): CityMatch {
  const { knownAsWritten, chosenCities } = input;
  const province = cleanText(input.shippingAddress?.province);
  return matchCity({
    city: original.city,
    address: original.address,
    province,
    knownAsWritten,
    chosenCities,
  });
}

function warningsOf(original: OriginalCustomer, isLandline: boolean): readonly CustomerWarning[] {
  const isShort = original.address.length < SHORTEST_ADDRESS;
  return [...(isLandline ? ["landline" as const] : []), ...(isShort ? ["address_short" as const] : [])];
}

function optional(province: string, postalCode: string): Pick<ParcelCustomer, "province" | "postalCode"> {
  return { ...(province === "" ? {} : { province }), ...(postalCode === "" ? {} : { postalCode }) };
}

function holdPhone(phone: Exclude<PhonePlan, { kind: "ready" }>): CustomerHold {
  switch (phone.kind) {
    case "missing":
      return { code: "customer_data_missing", params: { missing: "phone" } };
    case "foreign":
      return { code: "phone_foreign", params: {} };
    case "invalid":
      return { code: "phone_invalid", params: { phone: phone.written, suggestions: phone.suggestions } };
  }
}

function notesOf(second: string | null, city: FoundCity, original: OriginalCustomer): readonly string[] {
  const wasInsideText = city.kind === "matched" && city.by === "word";
  return [
    ...(second === null ? [] : [`Second phone: ${second}`]),
    ...(wasInsideText ? [`City as written: ${original.city}`] : []),
  ];
}

/**
 * Plans whom the parcel goes to: what was written, cleaned of control characters; only phone and city are
 * brought into the service's form, and only when there is no doubt (rule R4).
 */
export function planCustomer(input: CustomerInput): CustomerPlan {
  const original = readOriginal(input);
  const held = (hold: CustomerHold): CustomerPlan => ({ kind: "held", original, ...hold });
  const missing = findMissing(original);
  if (missing !== null && input.access === "withheld") {
    return held({ code: "customer_data_not_approved", params: {} });
  }
  if (missing !== null) return held({ code: "customer_data_missing", params: { missing } });
  const contacts = [input.shippingAddress, input.billingAddress, input.customer];
  const phone = planPhone(contacts.map((contact) => contact?.phone ?? null));
  if (phone.kind !== "ready") return held(holdPhone(phone));
  const city = readCity(input, original);
  if ("suggestions" in city) {
    const code = city.kind === "ambiguous" ? "city_ambiguous" : "city_unknown";
    return held({ code, params: { city: original.city, suggestions: city.suggestions } });
  }
  const { name, address } = original;
  const rest = optional(cleanText(input.shippingAddress?.province), cleanText(input.shippingAddress?.zip));
  return {
    kind: "ready",
    customer: { name, phone: phone.phone, address, city: city.city, ...rest },
    notes: notesOf(phone.second, city, original),
    warnings: warningsOf(original, phone.isLandline),
    original,
  };
}
