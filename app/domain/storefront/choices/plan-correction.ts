import { cleanText } from "#app/domain/orders/customer/clean-text.ts";
import {
  type CustomerEdit,
  type CustomerEditFields,
  planCustomerEdit,
} from "#app/domain/orders/customer/customer-edit.ts";
import { matchCity } from "#app/domain/orders/customer/match-city.ts";
import type { KnownCustomer } from "#app/domain/orders/customer/open-customer.server.ts";
import { planPhone } from "#app/domain/orders/customer/plan-phone.ts";

/** As typed; what is left empty stays as it is. */
export type TypedCorrection = {
  readonly address: string;
  readonly landmark: string;
  readonly city: string;
  readonly secondPhone: string;
};

export type CorrectionField = keyof TypedCorrection;

export type CorrectionError = {
  readonly code:
    | "nothing_typed"
    | "too_long"
    | "missing"
    | "phone_invalid"
    | "phone_foreign"
    | "city_unknown";
  /** Cities that may be meant. */
  readonly suggestions: readonly string[];
};

export type CorrectionErrors = Readonly<Partial<Record<CorrectionField, CorrectionError>>>;

/** As long as the merchant's own form lets them be. */
export const LONGEST: Readonly<Record<CorrectionField, number>> = {
  ...{ address: 500, landmark: 200, city: 100, secondPhone: 100 },
};

const fields: readonly CorrectionField[] = ["address", "city", "landmark", "secondPhone"];

type CorrectionPlan =
  | { readonly kind: "ready"; readonly edit: CustomerEdit }
  | { readonly kind: "wrong"; readonly errors: CorrectionErrors }
  /** What is missing cannot be said here. */
  | { readonly kind: "ask_shop" };

/** What else the order says: it settles which number is called, and which of two cities of one name is meant. */
export type KnownPlace = Pick<KnownCustomer, "calledPhone" | "province">;

/** A customer's correction, checked by the rules of a merchant's (R4), over what is known of them. */
export function planCorrection(
  known: CustomerEditFields,
  typed: TypedCorrection,
  { calledPhone, province }: KnownPlace,
): CorrectionPlan {
  const errors = errorsOf(typed, province ?? "");
  if (Object.keys(errors).length > 0) return { kind: "wrong", errors };
  const city = cleanText(typed.city);
  const second = cleanText(typed.secondPhone);
  // Where no number of the order is one, the second one is called.
  const isCallable = planPhone([known.phone]).kind === "ready";
  const merged: CustomerEditFields = {
    name: known.name,
    phone: isCallable ? known.phone : (calledPhone ?? second),
    secondPhone: second || known.secondPhone,
    address: cleanText(typed.address) || known.address,
    landmark: cleanText(typed.landmark) || known.landmark,
    city: city || known.city,
    // A city that was not typed now is read by the run, which knows what the shop has answered before.
    cityAsWritten: city === "",
  };
  const plan = planCustomerEdit(merged, province);
  if (plan.kind === "wrong") return wrongOf(plan.errors);
  const edit = city === "" ? { ...plan.edit, cityAsWritten: known.cityAsWritten } : plan.edit;
  return { kind: "ready", edit: edit.secondPhone === edit.phone ? { ...edit, secondPhone: null } : edit };
}

function errorsOf(typed: TypedCorrection, province: string): CorrectionErrors {
  if (fields.every((field) => cleanText(typed[field]) === "")) return { address: error("nothing_typed") };
  const long = fields.filter((field) => typed[field].length > LONGEST[field]);
  if (long.length > 0) return Object.fromEntries(long.map((field) => [field, error("too_long")]));
  const city = cityError(typed.city, province);
  const phone = phoneError(typed.secondPhone);
  return { ...(city && { city }), ...(phone && { secondPhone: phone }) };
}

function cityError(typed: string, province: string): CorrectionError | null {
  const city = cleanText(typed);
  if (city === "") return null;
  const question = {
    city,
    province,
    address: "",
    knownAsWritten: new Set<string>(),
    chosenCities: new Map(),
  };
  const match = matchCity(question);
  return "suggestions" in match ? error("city_unknown", match.suggestions) : null;
}

function phoneError(typed: string): CorrectionError | null {
  const phone = planPhone([typed]);
  if (phone.kind === "ready" || phone.kind === "missing") return null;
  return error(phone.kind === "foreign" ? "phone_foreign" : "phone_invalid");
}

type EditErrors = Extract<ReturnType<typeof planCustomerEdit>, { kind: "wrong" }>["errors"];

/** What the order itself lacks, and the customer can say. */
function wrongOf({ name, address, city, phone }: EditErrors): CorrectionPlan {
  if (name !== undefined) return { kind: "ask_shop" };
  const errors = {
    ...(address !== undefined && { address: error("missing") }),
    ...(city !== undefined && { city: error("missing") }),
    ...(phone !== undefined && { secondPhone: error("missing") }),
  };
  return Object.keys(errors).length > 0 ? { kind: "wrong", errors } : { kind: "ask_shop" };
}

function error(code: CorrectionError["code"], suggestions: readonly string[] = []): CorrectionError {
  return { code, suggestions };
}
