import { Text } from "@shopify/polaris";
import { formatAgo, formatDay, formatMoment } from "#app/platform/time/format-time.ts";
import { useShopFacts } from "./shop-facts.tsx";

type WhenProps = { readonly at: string; readonly asOf: string; readonly alignment?: "start" | "end" };

/** The day something happened over how long ago that is, in a cell of a table; the exact time one hover away. */
export function When({ at, asOf, alignment = "start" }: WhenProps) {
  const { timezone } = useShopFacts();
  return (
    <Text as="p" alignment={alignment}>
      <time dateTime={at} title={formatMoment(at, timezone)} className="k-nowrap">
        {formatDay(at, timezone)}
      </time>
      <Text as="span" tone="subdued" variant="bodySm">
        <br />
        <span className="k-nowrap">{formatAgo(at, asOf)}</span>
      </Text>
    </Text>
  );
}
