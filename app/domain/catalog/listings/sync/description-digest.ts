import { createHash } from "node:crypto";
import sanitizeHtml from "sanitize-html";
import { boundHtml } from "#app/domain/catalog/text/bound-html.ts";

/**
 * The same for every way of spelling the same HTML: Shopify may write it back differently. What is larger than any
 * description is not parsed, and the same only where it is spelled the same.
 */
export function digestOf(html: string): string {
  if (boundHtml(html) !== html) return bytesDigestOf(html);
  const plain = sanitizeHtml(html.normalize("NFC"), {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
  })
    .replace(/\s+/g, " ")
    .replace(/> </g, "><")
    .trim();
  return toDigest(plain);
}

/** Of the very bytes: costs next to nothing, whatever they are. */
export function bytesDigestOf(html: string): string {
  return `bytes:${toDigest(html)}`;
}

function toDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
