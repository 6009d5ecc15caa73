import { useEffect, useState } from "react";
import { formatClock, formatDay } from "#app/platform/time/format-time.ts";
import { leftWords } from "#app/ui/left-words.ts";
import { useShopFacts } from "#app/ui/shop-facts.tsx";

type CountdownProps = { readonly until: string; readonly asOf: string };

const EVERY_MS = 30_000;

/** How much time is left, counted down while the page stands. */
export function Countdown({ until, asOf }: CountdownProps) {
  const { timezone } = useShopFacts();
  const [nowMs, setNow] = useState(() => Date.parse(asOf));
  useEffect(() => {
    setNow(Date.parse(asOf));
    const shownAt = performance.now();
    const timer = setInterval(() => setNow(Date.parse(asOf) + performance.now() - shownAt), EVERY_MS);
    return () => clearInterval(timer);
  }, [asOf]);
  return (
    <>
      {leftWords(Date.parse(until) - nowMs)}{" "}
      <time dateTime={until}>
        ({formatDay(until, timezone)}, {formatClock(until, timezone)})
      </time>
    </>
  );
}
