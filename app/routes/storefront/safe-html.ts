/**
 * Text that is nothing but text in HTML and in Liquid, as content or inside a quoted attribute: Shopify runs what an app
 * proxy answers as Liquid, in which two braces begin code.
 */
export function safe(text: string): string {
  return text.replace(/[&<>"'`{}]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
