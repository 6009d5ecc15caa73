import { formatClock, formatDay, formatMoment } from "#app/platform/time/format-time.ts";
import { useShopFacts } from "./shop-facts.tsx";

/** "Sat 21 Nov, 10:42", in the shop's own time zone; the year one hover away. */
export function Moment({ at }: { at: string }) {
  const { timezone } = useShopFacts();
  return (
    <time dateTime={at} title={formatMoment(at, timezone)}>
      {formatDay(at, timezone)}, {formatClock(at, timezone)}
    </time>
  );
}
