/** Each repetition is bounded: the text is the supplier's, and must not decide how long it is looked at. */
const CONTACTS: readonly RegExp[] = [
  /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-][\p{L}\p{N}.-]{0,252}\.\p{L}{2,20}/gu,
  /\b(?:https?:\/\/|www\.)\S*[^\s.!?,;:]/giu,
  /\b(?:[a-z0-9-]{1,63}\.){1,5}(?:com|pk|net|org|info|shop|store|online|me|link)\b(?:\/\S*[^\s.!?,;:])?/giu,
  // Phone numbers, Latin or Urdu digits, with the separators people use.
  /(?:(?:\+|00)[\s-]?)?[9۹][2۲][\s-]?[\d۰-۹]{2,3}(?:[\s-]?[\d۰-۹]){6,8}/gu,
  /(?<![\d۰-۹])[0۰][\d۰-۹]{2,3}(?:[\s-]?[\d۰-۹]){7,8}(?![\d۰-۹])/gu,
  /(?<![\p{L}\p{N}])@[\p{L}\p{N}_.]{2,}[\p{L}\p{N}_]/gu,
];

const MARK = "\u0000";

/**
 * Text without the sentences that tell a customer how to reach the supplier: addresses, numbers, handles, and the
 * names to hide. The whole sentence goes, since "Order on WhatsApp" without its number still sends the customer away.
 */
export function dropContacts(text: string, hiddenNames: readonly string[]): string {
  const marked = [...CONTACTS, ...hiddenNames.filter((name) => name !== "").map(wholeName)].reduce(
    (current, pattern) => current.replace(pattern, MARK),
    text,
  );
  if (!marked.includes(MARK)) return text;
  const sentences = marked.split(/(?<=[.!?۔؟\n|•])/u);
  return sentences.filter((sentence) => !sentence.includes(MARK)).join("");
}

function wholeName(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, "giu");
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
