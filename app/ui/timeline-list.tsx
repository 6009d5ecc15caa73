import { Link, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { TimelineActor } from "#app/domain/timeline/fact-vocabulary.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { formatClock, formatDay, formatMoment } from "#app/platform/time/format-time.ts";
import { useShopFacts, useWho } from "./shop-facts.tsx";

export type TimelineLine = {
  readonly id: string;
  readonly at: string;
  readonly actor: TimelineActor;
  readonly by: string | null;
  readonly sentence: string;
  /** The order it is about, where the page is not that order's own. */
  readonly order?: { readonly id: OrderId; readonly name: string } | null;
  /** What is said below it. */
  readonly note?: ReactNode;
};

const ACTORS: Readonly<Record<Exclude<TimelineActor, "person">, string>> = {
  karwan: "Karwan",
  shopify: "Shopify",
  supplier: "Supplier",
  courier: "Courier",
  customer: "Customer",
};

/** One line per fact, newest first, under the day it happened. */
export function TimelineList({ lines }: { lines: readonly TimelineLine[] }) {
  const { timezone } = useShopFacts();
  const days = Map.groupBy(lines, (line) => formatDay(line.at, timezone));
  return (
    <div className="k-timeline">
      {[...days].map(([day, facts]) => (
        <section key={day}>
          <Text as="h3" variant="bodySm" tone="subdued">
            {day}
          </Text>
          <ul>
            {facts.map((fact) => (
              <Fact key={fact.id} fact={fact} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Fact({ fact }: { fact: TimelineLine }) {
  const { timezone } = useShopFacts();
  const who = useWho();
  const actor = fact.actor === "person" ? who(fact.by ?? "") : ACTORS[fact.actor];
  return (
    <li className={`k-fact k-fact-${fact.actor}`}>
      <time dateTime={fact.at} title={formatMoment(fact.at, timezone)}>
        {formatClock(fact.at, timezone)}
      </time>
      <div>
        <Text as="p">
          <span className="k-fact-who">{actor.charAt(0).toUpperCase() + actor.slice(1)}</span>{" "}
          {fact.order ? (
            <>
              <Link url={`/orders/${fact.order.id}`}>{fact.order.name || "New order"}</Link>{" "}
            </>
          ) : null}
          {fact.sentence}
        </Text>
        {fact.note}
      </div>
    </li>
  );
}
