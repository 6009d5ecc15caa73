import type { ShopState } from "../world.ts";

/** Text made safe for HTML, as content or inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** What a shopper would see where an app let its code in. */
const LIQUID_RAN = "<strong>Liquid code ran</strong>";

/**
 * Runs an answer as Liquid. The app sends none, so whatever is code in it came from a customer or a merchant: it is not
 * interpreted but shown as having run.
 */
export function renderLiquid(body: string): string {
  return body.replace(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, LIQUID_RAN);
}

/** A theme with styles of its own for plain elements, as themes have them. */
const STYLE =
  "*{margin:0}body{font:17px/1.5 Georgia,serif;color:#202223;background:#fbf7f0}header,footer{padding:1rem;background:#3f2a56}" +
  "header a,footer a{color:#fff;margin-inline-end:1rem}main{padding:1rem}ul,ol{padding-inline-start:2rem}" +
  "button{letter-spacing:.1em}input{margin:.2rem 0}label{display:block}";

/** A page of the storefront: the theme's layout around it. */
export function renderTheme(shop: ShopState, { title, main }: { title: string; main: string }): string {
  const name = escapeHtml(shop.name);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} – ${name}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body>
<header><a href="/">${name}</a></header>
<main>${main}</main>
<footer><a href="/">All products</a></footer>
</body>
</html>`;
}
