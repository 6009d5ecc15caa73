import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import { describeRefusal } from "#app/domain/messages/failures/connection-refusal.ts";
import type { ChecksPage, SweepCheck } from "#app/domain/shops/list-checks.server.ts";
import { formatAge } from "#app/platform/time/format-time.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { outcomeWords, resultWords } from "#app/ui/check-outcome-words.ts";
import { Moment } from "#app/ui/moment.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { checkWords, failureWords } from "./checks-words.ts";

type ShownPage = SerializeFrom<ChecksPage>;
type ShownCheck = SerializeFrom<SweepCheck>;

/** What watches over the shop by itself: webhooks of both sides, nothing left behind, each check with its last word. */
export function Checks({ page }: { page: ShownPage }) {
  const { checks, connections } = page;
  usePollingWhile(checks.some(({ isRunning }) => isRunning));
  return (
    <BlockStack gap="400">
      <HealthCard page={page} />
      <CheckList title="Your store" checks={checks.filter(({ mode }) => mode === "")} asOf={page.asOf} />
      {connections.map(({ mode }) => (
        <CheckList
          key={mode}
          title={mode === "test" ? "Supplier, test mode" : "Supplier"}
          checks={checks.filter((check) => check.mode === mode)}
          asOf={page.asOf}
        />
      ))}
    </BlockStack>
  );
}

function HealthCard({ page }: { page: ShownPage }) {
  const { work, connections, lastShopifyEventAt } = page;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Health
        </Text>
        <dl className="k-facts">
          <div>
            <dt>Last news from Shopify</dt>
            <dd>{lastShopifyEventAt ? <Moment at={lastShopifyEventAt} /> : "None in the last 14 days"}</dd>
          </div>
          {connections.length === 0 ? (
            <div>
              <dt>Supplier</dt>
              <dd>Not connected</dd>
            </div>
          ) : null}
          {connections.map((connection) => (
            <ConnectionFacts key={connection.id} connection={connection} />
          ))}
          <div>
            <dt>Tasks waiting</dt>
            <dd>{waitingWords(work)}</dd>
          </div>
          <div>
            <dt>Tasks that failed</dt>
            <dd>{work.dead === 0 ? "Nothing" : `${work.dead}: see “Needs you”`}</dd>
          </div>
        </dl>
      </BlockStack>
    </Card>
  );
}

function ConnectionFacts({ connection }: { connection: ShownPage["connections"][number] }) {
  const { mode, health, lastEventAt, quota } = connection;
  const name = mode === "test" ? "Supplier, test mode" : "Supplier";
  return (
    <>
      <div>
        <dt>{name}</dt>
        <dd>{health === "ok" ? "Connected" : describeRefusal(health).title}</dd>
      </div>
      <div>
        <dt>The supplier's last news</dt>
        <dd>{lastEventAt ? <Moment at={lastEventAt} /> : "None in the last 14 days"}</dd>
      </div>
      {quota ? (
        <div>
          <dt>Calls left today</dt>
          <dd>{`${quota.remaining.toLocaleString("en-US")} of ${quota.limit.toLocaleString("en-US")}`}</dd>
        </div>
      ) : null}
    </>
  );
}

function waitingWords({ due, oldestDueSeconds }: ShownPage["work"]): string {
  if (due === 0) return "Nothing";
  return `${due.toLocaleString("en-US")}, the oldest for ${oldestDueSeconds} s`;
}

function CheckList({ title, checks, asOf }: { title: string; checks: readonly ShownCheck[]; asOf: string }) {
  return (
    <Card padding="0">
      <div className="k-card-head">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
      </div>
      <ul className="k-rows">
        {checks.map((check) => (
          <li key={check.kind}>
            <CheckRow check={check} asOf={asOf} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function CheckRow({ check, asOf }: { check: ShownCheck; asOf: string }) {
  const { kind, mode, isRunning, lastError } = check;
  const { title, text } = checkWords[kind];
  return (
    <div className="k-need-row">
      <BlockStack gap="050">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h3" variant="headingSm">
            {title}
          </Text>
          <CheckBadge check={check} />
        </InlineStack>
        <Text as="p" tone="subdued">
          {text}
        </Text>
        <Text as="p" variant="bodySm">
          <LastAndNext check={check} asOf={asOf} />
        </Text>
        {lastError ? (
          <Text as="p" variant="bodySm" tone="caution">
            {failureWords(lastError)}
          </Text>
        ) : null}
      </BlockStack>
      <ActionButton
        label="Run now"
        intent="run_now"
        fields={{ kind, mode }}
        disabled={isRunning}
        accessibilityLabel={`Run now: ${title}`}
      />
    </div>
  );
}

function CheckBadge({ check: { kind, isRunning, lastError, lastRanAt, result } }: { check: ShownCheck }) {
  if (isRunning) return <StatusBadge label="Running" tone="info" />;
  if (lastError) return <StatusBadge label="Interrupted" tone="warning" />;
  if (!lastRanAt) return <StatusBadge label="Not yet" tone="plain" />;
  return <StatusBadge {...outcomeWords(kind, result)} />;
}

function LastAndNext({ check, asOf }: { check: ShownCheck; asOf: string }) {
  const { kind, lastRanAt, nextRunAt, result } = check;
  const next = nextRunAt ? ` · next ${untilWords(asOf, nextRunAt)}` : "";
  if (!lastRanAt) return <>First run {nextRunAt ? untilWords(asOf, nextRunAt) : "soon"}</>;
  return (
    <>
      <Moment at={lastRanAt} />: {resultWords(kind, result)}
      {next}
    </>
  );
}

function untilWords(now: string, at: string): string {
  const span = formatAge(now, at);
  return span === "now" ? "within a minute" : `in ${span}`;
}
