import { parseExactJson } from "#app/platform/http/parse-exact-json.ts";

const exactText = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The JSON object in a body, its ids exact, or null when it is none. */
export function parseDeliveryBody(rawBody: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = parseExactJson(exactText.decode(rawBody));
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
