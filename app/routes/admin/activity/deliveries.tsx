import type { SerializeFrom } from "@remix-run/node";
import { useFetcher, useSearchParams } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Link, Select, Spinner, Text } from "@shopify/polaris";
import { useEffect, useId, useState } from "react";
import type { DeliveriesPage, DeliveryLine } from "#app/domain/deliveries/list-deliveries.server.ts";
import { formatAgo } from "#app/platform/time/format-time.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { Earlier } from "#app/ui/earlier.tsx";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { loader as bodyLoader } from "../delivery-body.ts";
import { ignoredWords } from "./checks-words.ts";
import { ServiceLogCard } from "./service-log-card.tsx";
import { topicWords } from "./topic-words.ts";

type ShownLine = SerializeFrom<DeliveryLine>;

const EMPTY = {
  title: "Nothing has arrived in the last 14 days",
  text: "Each piece of news from Shopify and the supplier appears here for 14 days, with what became of it. That a product changed is not listed.",
};

const SOURCES = [
  { value: "", label: "Both sides" },
  { value: "shopify", label: "Shopify" },
  { value: "supplier", label: "Supplier" },
];

/** What both sides sent, what became of it, and what it said. */
export function Deliveries({ page }: { page: SerializeFrom<DeliveriesPage> & { source: string | null } }) {
  const [, setParams] = useSearchParams();
  const choose = (source: string) => setParams({ view: "deliveries", ...(source && { source }) });
  return (
    <BlockStack gap="400">
      <div className="k-need">
        <Select label="From" labelInline options={SOURCES} value={page.source ?? ""} onChange={choose} />
      </div>
      {page.deliveries.length === 0 ? (
        <EmptyCard {...EMPTY} />
      ) : (
        <Card padding="0">
          <ul className="k-rows">
            {page.deliveries.map((line) => (
              <li key={line.id}>
                <DeliveryRow line={line} asOf={page.asOf} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Earlier next={page.next} />
      <ServiceLogCard />
    </BlockStack>
  );
}

function DeliveryRow({ line, asOf }: { line: ShownLine; asOf: string }) {
  const { id, source, topic, order, receivedAt, canReplay } = line;
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  return (
    <>
      <div className="k-need-row">
        <BlockStack gap="050">
          <InlineStack gap="200" blockAlign="center">
            <Text as="h2" variant="headingSm">
              {topicWords(topic)}
            </Text>
            <OutcomeBadge line={line} />
          </InlineStack>
          <Text as="p" tone="subdued" variant="bodySm">
            {source === "shopify" ? "Shopify" : "Supplier"}: {topic} · <Moment at={receivedAt} />,{" "}
            {formatAgo(receivedAt, asOf)}
            {order ? " · " : ""}
            {order ? <Link url={`/orders/${order.id}`}>{order.name || "New order"}</Link> : null}
          </Text>
          {line.outcome === "ignored" ? (
            <Text as="p" variant="bodySm">
              {ignoredWords(line.why)}
            </Text>
          ) : null}
        </BlockStack>
        <InlineStack gap="200">
          <Button
            onClick={() => setOpen(!isOpen)}
            disclosure={isOpen ? "up" : "down"}
            ariaExpanded={isOpen}
            ariaControls={bodyId}
            accessibilityLabel={`What it said: ${topicWords(topic)}`}
          >
            What it said
          </Button>
          {canReplay ? (
            <ActionButton
              label="Look again"
              intent="replay"
              fields={{ deliveryId: id }}
              accessibilityLabel={`Look again: ${topicWords(topic)}`}
            />
          ) : null}
        </InlineStack>
      </div>
      <div id={bodyId}>{isOpen ? <Body id={id} /> : null}</div>
    </>
  );
}

function OutcomeBadge({ line: { outcome } }: { line: ShownLine }) {
  if (outcome === "ignored") return <StatusBadge label="Changed nothing" tone="plain" />;
  if (outcome === "waiting") return <StatusBadge label="Waiting" tone="info" />;
  return <StatusBadge label="Read" tone="success" />;
}

function wordsOf(loaded: SerializeFrom<typeof bodyLoader>): string {
  switch (loaded.kind) {
    case "shown":
      return loaded.body;
    case "erased":
      return "What it said was erased and cannot be shown: such texts are kept for a limited time, and removed at once when a customer's data is. When it came and which order it was about stay in this list for a while.";
    case "gone":
      return "This delivery is not kept any more.";
  }
}

/** Asked for only when somebody wants to see it; what may be about a person is covered. */
function Body({ id }: { id: string }) {
  const { load, data } = useFetcher<typeof bodyLoader>();
  useEffect(() => load(`/activity/deliveries/${id}`), [load, id]);
  return (
    <div className="k-raw">
      {data ? <pre>{wordsOf(data)}</pre> : <Spinner size="small" accessibilityLabel="Reading it" />}
    </div>
  );
}
