import { redactText } from "#app/platform/observability/redact-text.ts";

type Person = {
  readonly name: string | null;
  readonly phone: string | null;
  readonly address: string | null;
};

/** Shorter words would tear holes into sentences that speak of something else. */
const SHORTEST = 3;
const SHORTEST_PHONE = 7;

/** A text of the service without the customer's data. The city stays, as such a text is mostly about it. */
export function hideCustomer(text: string, person: Person | null): string {
  const known = [person?.name, person?.phone, person?.address].filter(
    (value): value is string => typeof value === "string" && value.length >= SHORTEST,
  );
  const rest = known.reduce((left, value) => left.replaceAll(value, "[hidden]"), text);
  const phone = phonePattern(person?.phone ?? "");
  return redactText(phone === null ? rest : rest.replace(phone, "[hidden]"));
}

/** A phone however it is written: with or without +92, 0092, 92 or 0, and with spaces or marks between its digits. */
function phonePattern(phone: string): RegExp | null {
  const digits = phone.replace(/\D/g, "").replace(/^(?:0092|92|0)/, "");
  if (digits.length < SHORTEST_PHONE) return null;
  return new RegExp(
    `(?<!\\d)(?:\\+?92|0092|0)?[\\s().-]{0,2}${[...digits].join("[\\s().-]{0,2}")}(?!\\d)`,
    "g",
  );
}
