import sanitizeHtml from "sanitize-html";
import { boundHtml } from "./bound-html.ts";
import { findSpoiltSentences, type Span } from "./drop-contacts.ts";

const ALLOWED = [
  ...["p", "br", "ul", "ol", "li", "strong", "b", "em", "i", "u", "h2", "h3", "h4", "blockquote", "hr"],
  ...["table", "thead", "tbody", "tr", "th", "td", "caption"],
];
/** A tag of the clean text that ends what is read in one go. */
const BLOCKS = /(<\/?(?:p|ul|ol|li|h[234]|blockquote|hr|table|thead|tbody|tr|th|td|caption)(?: \/)?>)/;
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
  const clean = sanitizeHtml(boundHtml(html).normalize("NFC"), {
    allowedTags: ALLOWED,
    allowedAttributes: {},
    allowedSchemes: [],
    disallowedTagsMode: "discard",
    nonTextTags: UNREAD,
    transformTags: { h1: "h2", div: "p" },
    nestingLimit: 20,
  });
  const kept = clean.split(BLOCKS).map((part) => withoutContacts(part, hiddenNames));
  return withoutEmptyParts(kept.join("")).trim();
}

/**
 * What stands between two blocks is read in one go, however many elements it is made of: so are contacts looked for. The
 * elements stay, without the words of the sentence.
 */
function withoutContacts(html: string, hiddenNames: readonly string[]): string {
  const parts = html.split(/(<[^<>]*>)/);
  const wordsOf = (part: string) => (part === "<br />" ? "\n" : part.startsWith("<") ? "" : part);
  const spoilt = findSpoiltSentences(parts.map(wordsOf).join(""), hiddenNames);
  if (spoilt.length === 0) return html;
  const leave = leaveOut(spoilt);
  const kept = parts.map((part) => {
    const words = wordsOf(part);
    const left = leave(words);
    return part.startsWith("<") && left === words ? part : left;
  });
  return kept.join("");
}

/** Given a text part by part, gives back what of each part lies in none of the spans. */
function leaveOut(spans: readonly Span[]): (part: string) => string {
  let at = 0;
  let next = 0;
  return (part) => {
    const begin = at;
    at += part.length;
    let left = "";
    let done = 0;
    for (let span = spans[next]; span && span.from < at; span = spans[next]) {
      left += part.slice(done, Math.max(done, span.from - begin));
      done = span.to - begin;
      if (span.to > at) break;
      next += 1;
    }
    return left + part.slice(done);
  };
}

function withoutEmptyParts(html: string): string {
  const shorter = html.replace(
    /<(p|li|ul|ol|strong|b|em|i|u|h[234]|blockquote|td|th|tr)>(?:\s|&nbsp;|<br \/>)*<\/\1>/g,
    "",
  );
  return shorter === html ? html : withoutEmptyParts(shorter);
}
