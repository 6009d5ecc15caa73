/**
 * As `JSON.parse`, but a whole number too long for a number stays exact, as the text of its digits: Shopify's ids outgrow
 * 2^53. For every body from outside whose ids are kept, compared or shown.
 * @throws SyntaxError where the text is no JSON
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, keepLongIntegers);
}

function keepLongIntegers(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  return context?.source !== undefined && /^-?\d+$/.test(context.source) ? context.source : value;
}
