import { Badge, BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { ActionButton } from "#app/ui/action-button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Day } from "#app/ui/day.tsx";
import { Money } from "#app/ui/money.tsx";
import { useWho } from "#app/ui/shop-facts.tsx";
import { DisconnectButton } from "./disconnect-button.tsx";
import type { ShownConnection } from "./shown-settings.ts";
import { SwitchModeButton } from "./switch-mode-button.tsx";

type ConnectionCardProps = { readonly connection: ShownConnection; readonly dashboardUrl: string | null };

export function ConnectionCard({ connection, dashboardUrl }: ConnectionCardProps) {
  const { mode, active } = connection;
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {connection.brandName || "Your account"}
          </Text>
          <InlineStack gap="100">
            <Badge tone={mode === "live" ? "success" : "info"}>{mode === "live" ? "Live" : "Test"}</Badge>
            {active ? <Badge>In use</Badge> : null}
          </InlineStack>
        </InlineStack>
        {connection.isLeaving ? (
          <div className="k-trouble" role="status">
            <Text as="p">
              This key is not used any more. Its parcels still update, and after the last of them it is
              disconnected by itself.
            </Text>
          </div>
        ) : null}
        {active || mode === "test" || connection.isLeaving ? null : (
          <div className="k-trouble" role="status">
            <Text as="p">
              This key is stored but not in use: orders still go to test mode. Press Go live as the next step.
            </Text>
          </div>
        )}
        <ConnectionTrouble connection={connection} dashboardUrl={dashboardUrl} />
        <ConnectionFacts connection={connection} />
        <InlineStack gap="200">
          {active ? null : <SwitchModeButton mode={mode} />}
          <ActionButton label="Check now" intent="check" fields={{ mode }} />
          <ActionButton label="Send a test event" intent="test_event" fields={{ mode }} />
          <ConfirmButton
            label="Rotate the secret"
            intent="rotate"
            fields={{ mode }}
            title="Replace the secret that signs the supplier's news?"
            text="The supplier signs with a new secret from now on. News signed with the old one is taken for 48 hours more. The key itself stays."
            confirm="Replace the secret"
          />
          <DisconnectButton mode={mode} endsInUse={connection.endsInUse} />
        </InlineStack>
      </BlockStack>
    </Card>
  );
}

/** What stands in the way, in the supplier's own words where only those hold the reason (R22). */
function ConnectionTrouble({ connection, dashboardUrl }: ConnectionCardProps) {
  const { trouble, healthMessage } = connection;
  if (trouble === null) return null;
  return (
    <div className="k-trouble" role="status">
      <BlockStack gap="200" inlineAlign="start">
        <Text as="p" fontWeight="semibold">
          {trouble.title}
        </Text>
        <Text as="p">{trouble.whatToDo}</Text>
        {healthMessage ? (
          <Text as="p">
            The supplier says: “<bdi>{healthMessage}</bdi>”
          </Text>
        ) : null}
        {trouble.action === "open_dashboard" && dashboardUrl ? (
          <Button url={dashboardUrl} external>
            Open the supplier's dashboard
          </Button>
        ) : null}
      </BlockStack>
    </div>
  );
}

function ConnectionFacts({ connection }: { connection: ShownConnection }) {
  const who = useWho();
  const { quota, depositMissingPkr } = connection;
  return (
    <dl className="k-facts">
      <Fact name="Key">
        <span className="k-number">{connection.keyId}</span>
      </Fact>
      <Fact name="Account">{connection.accountStatus.toLowerCase() || "not told"}</Fact>
      <Fact name="Connected">
        <Day at={connection.connectedAt} /> by {who(connection.connectedBy)}
      </Fact>
      <Fact name="Last news">
        {connection.lastEventAt ? <Day at={connection.lastEventAt} /> : "none in the last 14 days"}
        {connection.webhooks === "configured" ? "" : " · not registered"}
      </Fact>
      {quota ? (
        <Fact name="Requests left today">
          {quota.remaining.toLocaleString("en-US")} of {quota.limit.toLocaleString("en-US")}
        </Fact>
      ) : null}
      {depositMissingPkr !== null && depositMissingPkr > 0 ? (
        <Fact name="Deposit still to pay">
          <Money amount={depositMissingPkr} />
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
