import { Link } from "@shopify/polaris";

/** The list of deliveries, beginning with this one. */
export function ReceiptLink({ id, children }: { id: string; children: string }) {
  return <Link url={`/activity?view=deliveries&before=${BigInt(id) + 1n}`}>{children}</Link>;
}
