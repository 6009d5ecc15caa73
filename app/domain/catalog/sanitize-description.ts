import sanitizeHtml from "sanitize-html";
import { dropContacts } from "./drop-contacts.ts";

const ALLOWED = [
  ...["p", "br", "ul", "ol", "li", "strong", "b", "em", "i", "u", "h2", "h3", "h4", "blockquote", "hr"],
  ...["table", "thead", "tbody", "tr", "th", "td", "caption"],
];
/** Far beyond any description. */
const LONGEST = 100_000;
/** Elements whose content is not meant to be read, and goes with them. */
const UNREAD = [
  "script",
  "style",
  "textarea",
  "option",
  "noscript",
  "iframe",
  "svg",
  "math",
  "object",
  "template",
  "form",
];

/**
 * The supplier's description as it may stand in the merchant's store: formatting only. No scripts, attributes, links or
 * images (those are copied, not hotlinked), and nothing that leads a customer past the merchant.
 */
export function sanitizeDescription(html: string, hiddenNames: readonly string[] = []): string {
  const clean = sanitizeHtml(html.slice(0, LONGEST).normalize("NFC"), {
    allowedTags: ALLOWED,
    allowedAttributes: {},
    allowedSchemes: [],
    disallowedTagsMode: "discard",
    nonTextTags: UNREAD,
    transformTags: { h1: "h2", div: "p" },
    textFilter: (text) => dropContacts(text, hiddenNames),
    nestingLimit: 20,
  });
  return withoutEmptyParts(clean).trim();
}

function withoutEmptyParts(html: string): string {
  const shorter = html.replace(
    /<(p|li|ul|ol|strong|b|em|i|u|h[234]|blockquote|td|th|tr)>(?:\s|&nbsp;|<br \/>)*<\/\1>/g,
    "",
  );
  return shorter === html ? html : withoutEmptyParts(shorter);
}
