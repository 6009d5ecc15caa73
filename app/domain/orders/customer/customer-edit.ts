import { cleanText } from "./clean-text.ts";
import { matchCity } from "./match-city.ts";
import { cityKey } from "./pakistan-cities.ts";
import { type PhonePlan, planPhone } from "./plan-phone.ts";

/** A person's correction of whom the parcel goes to; phones as +92…. */
export type CustomerEdit = {
  readonly name: string;
  readonly phone: string;
  readonly secondPhone: string | null;
  readonly address: string;
  /** For the courier's eyes, in the parcel's notes. */
  readonly landmark: string | null;
  readonly city: string;
  readonly cityAsWritten: boolean;
};

/** The form's fields as typed. */
export type CustomerEditFields = {
  readonly name: string;
  readonly phone: string;
  readonly secondPhone: string;
  readonly address: string;
  readonly landmark: string;
  readonly city: string;
  readonly cityAsWritten: boolean;
};

export type CustomerEditErrors = Partial<Record<keyof CustomerEditFields, string>>;

export type CustomerEditPlan =
  | { readonly kind: "ready"; readonly edit: CustomerEdit }
  | { readonly kind: "wrong"; readonly errors: CustomerEditErrors };

const PHONE_ERRORS: Readonly<Record<Exclude<PhonePlan["kind"], "ready">, string>> = {
  missing: "Enter the phone number the courier calls.",
  foreign: "The courier needs a Pakistani number.",
  invalid: "This is not a Pakistani number. A mobile looks like 0300 1234567.",
};

/**
 * Checks a correction by the rules every order goes by (R4); what is wrong is said field by field. The order's province
 * settles which of two cities of one name is meant.
 */
export function planCustomerEdit(fields: CustomerEditFields, province: string | null): CustomerEditPlan {
  const name = cleanText(fields.name);
  const address = cleanText(fields.address);
  const phone = planPhone([fields.phone]);
  const second = planPhone([fields.secondPhone]);
  const city = readCity(fields, province ?? "");
  const errors = {
    ...(name === "" ? { name: "Enter the customer's name." } : {}),
    ...(phone.kind === "ready" ? {} : { phone: PHONE_ERRORS[phone.kind] }),
    ...(second.kind === "ready" || second.kind === "missing"
      ? {}
      : { secondPhone: PHONE_ERRORS[second.kind] }),
    ...(address === "" ? { address: "Enter the address." } : {}),
    ...("error" in city ? { city: city.error } : {}),
  };
  if (phone.kind !== "ready" || "error" in city || Object.keys(errors).length > 0)
    return { kind: "wrong", errors };
  return {
    kind: "ready",
    edit: {
      name,
      phone: phone.phone,
      secondPhone: second.kind === "ready" ? second.phone : phone.second,
      address,
      landmark: cleanText(fields.landmark) || null,
      ...city,
    },
  };
}

type EditedCity = Pick<CustomerEdit, "city" | "cityAsWritten">;

function readCity(
  { city, cityAsWritten }: CustomerEditFields,
  province: string,
): EditedCity | { readonly error: string } {
  const written = cleanText(city);
  if (written === "") return { error: "Choose the city." };
  const knownAsWritten = new Set(cityAsWritten ? [cityKey(written)] : []);
  const question = { city: written, province, address: "", knownAsWritten, chosenCities: new Map() };
  const match = matchCity(question);
  if (match.kind === "matched" && !cityAsWritten) return { city: match.city, cityAsWritten: false };
  if (match.kind === "matched" || match.kind === "as_written") return { city: written, cityAsWritten: true };
  const near = match.suggestions.length > 0 ? ` Possible: ${match.suggestions.join(", ")}.` : "";
  const what = match.kind === "ambiguous" ? "can be several places" : "is not one we know";
  return { error: `“${written}” ${what}.${near} Choose one, or send as written.` };
}
