import { numberOf } from "../../shared/number-of.ts";

/** What Shopify says is open or chosen on its page. */
type PageData = { readonly selected: readonly { readonly id: string }[] };

/** Where the app tells of the order whose page is open; null where Shopify names none. */
export function orderPath({ selected }: PageData): string | null {
  const number = numberOf(selected[0]?.id);
  return number === null ? null : `/extensions/orders/${number}`;
}
