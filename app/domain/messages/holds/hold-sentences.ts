import { formatRupees } from "#app/domain/money/format-rupees.ts";

/** Numbers and words of a sentence, as they are stored with a hold: plain JSON, read tolerantly. */
export type HoldParams = Readonly<Record<string, unknown>>;

export function text(params: HoldParams, key: string, fallback: string): string {
  const value = params[key];
  return typeof value === "string" && value !== ""
    ? value
    : typeof value === "number"
      ? String(value)
      : fallback;
}

/** The amount under `key` in rupees; keys that end in Paisa hold paisa. */
export function amount(params: HoldParams, key: string): string {
  const value = params[key];
  if (typeof value !== "number") return "an amount we could not read";
  return formatRupees(key.endsWith("Paisa") ? value / 100 : value);
}

/** ` Possible: Lahore, Kasur.` or nothing. */
export function suggestions(params: HoldParams): string {
  const list = params.suggestions;
  const words = Array.isArray(list) ? list.filter((item): item is string => typeof item === "string") : [];
  return words.length === 0 ? "" : ` Possible: ${words.join(", ")}.`;
}

/** ` It said: “…”` with the service's own words (rule R22), or nothing. */
export function ownWords(params: HoldParams): string {
  const message = text(params, "message", "");
  return message === "" ? "" : ` It said: “${message}”`;
}
