import { cleanText } from "./clean-text.ts";
import type { CustomerEdit } from "./customer-edit.ts";
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
  readonly knownAsWritten: Pick<ReadonlySet<string>, "has">;
  /** Key (`cityKey`) of what was written → the city a person chose for it. */
  readonly chosenCities: Pick<ReadonlyMap<string, string>, "get">;
  /** A person's correction, and what the order said when it was made. */
  readonly correction?: { readonly edit: CustomerEdit; readonly basis: OriginalCustomer } | null;
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

type CustomerHold =
  | { readonly code: "customer_data_not_approved"; readonly params: Readonly<Record<string, never>> }
  | { readonly code: "customer_data_missing"; readonly params: { readonly missing: string } }
  | {
      readonly code: "phone_invalid";
      readonly params: { readonly phone: string; readonly suggestions: readonly string[] };
    }
  | {
      readonly code: "phone_foreign" | "customer_edit_outdated";
      readonly params: Readonly<Record<string, never>>;
    }
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

type MatchedCity = Exclude<CityMatch, { suggestions: readonly string[] }>;

const SHORTEST_ADDRESS = 15;

function nameOf(contact: WrittenContact | null): string {
  return [contact?.firstName, contact?.lastName].map(cleanText).filter(Boolean).join(" ");
}

/** The order's own words, whatever a person corrected. */
export function readOriginal({ shippingAddress, billingAddress, customer }: CustomerInput): OriginalCustomer {
  const contacts = [shippingAddress, billingAddress, customer];
  return {
    name: contacts.map(nameOf).find((name) => name !== "") ?? "",
    phone: contacts.map((contact) => cleanText(contact?.phone)).find((phone) => phone !== "") ?? "",
    address: [shippingAddress?.address1, shippingAddress?.address2].map(cleanText).filter(Boolean).join(", "),
    city: cleanText(shippingAddress?.city),
  };
}

function findMissing(written: OriginalCustomer): string | null {
  const required = ["name", "phone", "address", "city"] as const;
  const missing = required.filter((field) => written[field] === "");
  return missing.length === 0 ? null : missing.join(", ");
}

/** Whom the parcel goes to before phone and city are read: a person's correction, else the order's own words. */
type WrittenCustomer = OriginalCustomer & {
  readonly phones: readonly (string | null)[];
  readonly cityAsWritten: boolean;
  readonly landmark: string | null;
};

function readWritten(input: CustomerInput, original: OriginalCustomer): WrittenCustomer {
  const edit = input.correction?.edit;
  if (edit) return { ...edit, phones: [edit.phone, edit.secondPhone] };
  const contacts = [input.shippingAddress, input.billingAddress, input.customer];
  const phones = contacts.map((contact) => contact?.phone ?? null);
  return { ...original, phones, cityAsWritten: false, landmark: null };
}

function isOutdated({ correction }: CustomerInput, original: OriginalCustomer): boolean {
  if (!correction) return false;
  const { basis } = correction;
  return (["name", "phone", "address", "city"] as const).some((field) => basis[field] !== original[field]);
}

function readCity(input: CustomerInput, { city, address, cityAsWritten }: WrittenCustomer): CityMatch {
  if (cityAsWritten) return { kind: "as_written", city };
  const { knownAsWritten, chosenCities } = input;
  const province = cleanText(input.shippingAddress?.province);
  return matchCity({ city, address, province, knownAsWritten, chosenCities });
}

/** The phone the courier calls, whatever else of the customer is missing. */
export function planCustomerPhone(input: CustomerInput): PhonePlan {
  return planPhone(readWritten(input, readOriginal(input)).phones);
}

/** What may keep the courier from finding a customer who can be placed all the same. */
export function warningsOf(
  original: Pick<OriginalCustomer, "address">,
  isLandline: boolean,
): readonly CustomerWarning[] {
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

function notesOf(second: string | null, city: MatchedCity, written: WrittenCustomer): readonly string[] {
  const wasInsideText = city.kind === "matched" && city.by === "word";
  return [
    ...(second === null ? [] : [`Second phone: ${second}`]),
    ...(written.landmark === null ? [] : [`Landmark: ${written.landmark}`]),
    ...(wasInsideText ? [`City as written: ${written.city}`] : []),
  ];
}

/** A province and a postal code belong to the city they were written with. */
function placeOf(
  input: CustomerInput,
  isOtherCity: boolean,
): Pick<ParcelCustomer, "province" | "postalCode"> {
  if (isOtherCity) return {};
  return optional(cleanText(input.shippingAddress?.province), cleanText(input.shippingAddress?.zip));
}

/**
 * Plans whom the parcel goes to: what was written, cleaned of control characters; only phone and city are
 * brought into the service's form, and only when there is no doubt (rule R4).
 */
export function planCustomer(input: CustomerInput): CustomerPlan {
  const original = readOriginal(input);
  const held = (hold: CustomerHold): CustomerPlan => ({ kind: "held", original, ...hold });
  const written = readWritten(input, original);
  const missing = findMissing(written);
  if (missing !== null && input.access === "withheld") {
    return held({ code: "customer_data_not_approved", params: {} });
  }
  if (isOutdated(input, original)) return held({ code: "customer_edit_outdated", params: {} });
  if (missing !== null) return held({ code: "customer_data_missing", params: { missing } });
  const phone = planPhone(written.phones);
  if (phone.kind !== "ready") return held(holdPhone(phone));
  const city = readCity(input, written);
  if ("suggestions" in city) {
    const code = city.kind === "ambiguous" ? "city_ambiguous" : "city_unknown";
    return held({ code, params: { city: written.city, suggestions: city.suggestions } });
  }
  const { name, address } = written;
  const place = placeOf(input, written.city !== original.city);
  return {
    kind: "ready",
    customer: { name, phone: phone.phone, address, city: city.city, ...place },
    notes: notesOf(phone.second, city, written),
    warnings: warningsOf(written, phone.isLandline),
    original,
  };
}
