const exactText = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The JSON object in a body, or null when it is none. Whole numbers too long for a number stay exact, as text:
 * Shopify's ids outgrow 2^53.
 */
export function parseDeliveryBody(rawBody: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(exactText.decode(rawBody), keepLongIntegers);
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function keepLongIntegers(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  return context?.source !== undefined && /^-?\d+$/.test(context.source) ? context.source : value;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
