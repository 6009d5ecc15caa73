import { redactText } from "#app/platform/redact-text.ts";

type Person = {
  readonly name: string | null;
  readonly phone: string | null;
  readonly address: string | null;
};

/** Shorter words would tear holes into sentences that speak of something else. */
const SHORTEST = 3;

/** Text of the service without the person it was told of. The city stays: it is what such a text is mostly about. */
export function hideCustomer(text: string, person: Person | null): string {
  const known = [person?.name, person?.phone, person?.address].filter(
    (value): value is string => typeof value === "string" && value.length >= SHORTEST,
  );
  return redactText(known.reduce((rest, value) => rest.replaceAll(value, "[hidden]"), text));
}
