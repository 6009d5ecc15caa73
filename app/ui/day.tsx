import { Tooltip } from "@shopify/polaris";
import { formatDay, formatMoment } from "#app/platform/time/format-time.ts";
import { useShopFacts } from "./shop-facts.tsx";

/** A day, with the exact time one tap away. */
export function Day({ at }: { at: string }) {
  const { timezone } = useShopFacts();
  return (
    <Tooltip content={formatMoment(at, timezone)}>
      <time dateTime={at} className="k-nowrap">
        {formatDay(at, timezone)}
      </time>
    </Tooltip>
  );
}
