import { parseExactJson } from "#app/platform/http/parse-exact-json.ts";

/** Members whose texts name no person: ids, codes, times, amounts, and words of the two protocols. */
const PLAIN =
  /^(id|.*Ids?|.*_ids?|event|topic|mode|status|.*Status|type|part|of|kind|.*[aA]t|.*_at|paymentMode|externalOrderName|orderNumber|name_of_shop|courier|sku|basis|admin_graphql_api_id|currency|changes)$/;

const MASK = "•••";

/** A body for people to look at: every text that may be about a person is covered, and what is left is shown as it came. */
export function maskBody(body: string): string {
  const parsed = parseBody(body);
  return parsed === undefined ? MASK : JSON.stringify(maskValue(parsed, ""), null, 2);
}

function parseBody(body: string): unknown {
  try {
    return parseExactJson(body);
  } catch {
    return undefined;
  }
}

function maskValue(value: unknown, member: string): unknown {
  if (Array.isArray(value)) return value.map((part) => maskValue(part, member));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, maskValue(part, name)]));
  }
  if (typeof value === "string") return value === "" || isPlain(member, value) ? value : MASK;
  // A phone number may have come as a number.
  if (typeof value === "number" && !PLAIN.test(member) && Math.abs(value) >= 1e8) return MASK;
  return value;
}

/** By the member's name, and never a text with a blank or an at sign in it, which may be a name or an address. */
function isPlain(member: string, text: string): boolean {
  return PLAIN.test(member) && (!/[\s@]/.test(text) || member === "status");
}
