import type { SerializeFrom } from "@remix-run/node";
import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Button, Card, InlineStack, Select, Spinner, Text } from "@shopify/polaris";
import { useId, useState } from "react";
import type { LogRow } from "#app/domain/activity/service-log/match-log.ts";
import type { ServiceLog } from "#app/domain/activity/service-log/read-service-log.server.ts";
import { describeRefusal } from "#app/domain/messages/failures/connection-refusal.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { ReceiptLink } from "#app/ui/receipt-link.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { loader } from "./service-log.ts";
import { MATCH_BADGES, MATCH_TEXTS } from "./service-log-words.ts";
import { topicWords } from "./topic-words.ts";

type ShownLog = SerializeFrom<ServiceLog>;
type ReadLog = Extract<ShownLog, { kind: "read" }>;
type ShownRow = SerializeFrom<LogRow>;

const STATUSES = [
  { value: "", label: "All" },
  { value: "failed", label: "Given up" },
  { value: "pending", label: "On their way" },
  { value: "delivered", label: "Delivered" },
];

/** The supplier's own log of what it sent, beside what arrived. It is asked for on a press alone: that costs a call. */
export function ServiceLogCard() {
  const fetcher = useFetcher<typeof loader>();
  const [status, setStatus] = useState("");
  const log = fetcher.data;
  const isBusy = fetcher.state !== "idle";
  const load = (query: Readonly<Record<string, string>>) =>
    fetcher.load(`/activity/service-log?${new URLSearchParams(query)}`);
  const choose = (chosen: string) => {
    setStatus(chosen);
    if (log) load({ status: chosen });
  };
  return (
    <Card padding="0">
      <div className="k-topic">
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            The supplier's own log
          </Text>
          <Text as="p" tone="subdued">
            What the supplier says it sent, beside what Karwan got. Reading it takes one of the day's calls.
          </Text>
          <InlineStack gap="300" blockAlign="center">
            <Select label="Deliveries" labelInline options={STATUSES} value={status} onChange={choose} />
            <Button onClick={() => load({ status })} loading={isBusy && !log} disabled={isBusy}>
              {log ? "Read again" : "Read the log"}
            </Button>
            {isBusy && log ? <Spinner size="small" accessibilityLabel="Reading the log" /> : null}
          </InlineStack>
        </BlockStack>
      </div>
      {log ? <LogBody log={log} onNext={(cursor) => load({ status, cursor })} /> : null}
    </Card>
  );
}

function LogBody({ log, onNext }: { log: ShownLog; onNext: (cursor: string) => void }) {
  switch (log.kind) {
    case "not_connected":
      return (
        <div className="k-topic">
          <Text as="p">The supplier is not connected, so there is no log to read.</Text>
        </div>
      );
    case "refused": {
      const { title, whatToDo } = describeRefusal(log.code);
      return (
        <div className="k-topic">
          <Banner tone="warning" title={title}>
            <p>{whatToDo}</p>
          </Banner>
        </div>
      );
    }
    case "read":
      return <LogRows log={log} onNext={onNext} />;
  }
}

function LogRows({ log, onNext }: { log: ReadLog; onNext: (cursor: string) => void }) {
  const { rows, next, readAt, mode } = log;
  return (
    <>
      <div className="k-topic">
        <InlineStack gap="300" blockAlign="center">
          <Text as="p" variant="bodySm" tone="subdued">
            As of <Moment at={readAt} />. {rows.length === 0 ? "The log has no such delivery." : ""}
          </Text>
          {rows.some(({ match }) => match === "lost") ? (
            <ActionButton
              label="Make up for what was lost"
              intent="run_now"
              fields={{ kind: "failed_deliveries", mode }}
            />
          ) : null}
        </InlineStack>
      </div>
      <ul className="k-rows">
        {rows.map((row) => (
          <li key={row.key}>
            <LogLine row={row} />
          </li>
        ))}
      </ul>
      {next === null ? null : (
        <div className="k-topic">
          <Button onClick={() => onNext(next)}>Earlier</Button>
        </div>
      )}
    </>
  );
}

function LogLine({ row: { match, sent, received } }: { row: ShownRow }) {
  const [isOpen, setOpen] = useState(false);
  const rawId = useId();
  const name = sent?.event ?? received?.topic ?? "";
  return (
    <div className="k-topic">
      <div className="k-log">
        <BlockStack gap="100" inlineAlign="start">
          <InlineStack gap="200" blockAlign="center">
            <Text as="h3" variant="headingSm">
              {name === "" ? "A delivery" : topicWords(name)}
            </Text>
            <StatusBadge {...MATCH_BADGES[match]} />
          </InlineStack>
          {sent ? <SentWords sent={sent} /> : <Text as="p">The supplier's log does not show it.</Text>}
          {sent ? (
            <Button
              variant="plain"
              onClick={() => setOpen(!isOpen)}
              ariaExpanded={isOpen}
              ariaControls={rawId}
              accessibilityLabel={`As the log has it: ${name === "" ? "a delivery" : topicWords(name)}`}
            >
              As the log has it
            </Button>
          ) : null}
        </BlockStack>
        <Received match={match} received={received} />
      </div>
      <div id={rawId}>{isOpen && sent ? <pre className="k-log-raw">{sent.raw}</pre> : null}</div>
    </div>
  );
}

function SentWords({ sent: { event, status, at, attempts } }: { sent: NonNullable<ShownRow["sent"]> }) {
  const words = [event, status, attempts === null ? null : `${attempts} ${attempts === 1 ? "try" : "tries"}`];
  return (
    <Text as="p" variant="bodySm" tone="subdued" breakWord>
      Supplier: {words.filter(Boolean).join(" · ")}
      {at ? (
        <>
          {" · "}
          <Moment at={at} />
        </>
      ) : null}
    </Text>
  );
}

function Received({ match, received }: Pick<ShownRow, "match" | "received">) {
  if (received === null)
    return (
      <Text as="p" variant="bodySm">
        {match === "both" || match === "only_here" ? "" : MATCH_TEXTS[match]}
      </Text>
    );
  return (
    <Text as="p" variant="bodySm" breakWord>
      Karwan: received <Moment at={received.receivedAt} /> ·{" "}
      <ReceiptLink id={received.deliveryId}>Receipt</ReceiptLink>
    </Text>
  );
}
