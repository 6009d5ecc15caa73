import { BlockStack, Button, Card, Collapsible, List, Text } from "@shopify/polaris";
import { useState } from "react";
import { ConnectForm } from "#app/ui/connect-form.tsx";
import { LinkingProgress } from "#app/ui/linking-progress.tsx";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { ConnectionCard } from "./connection-card.tsx";
import { BESIDE_TEST } from "./mode-words.ts";
import type { ShownSettings } from "./shown-settings.ts";

const REPLACES =
  "A live key takes the place of the live key stored here, a test key that of the test key. The key it replaces is not used any more; it stays valid at the supplier until you end it there.";

type ConnectionSectionProps = {
  readonly settings: ShownSettings;
  readonly linking: { readonly done: number; readonly total: number } | null;
};

export function ConnectionSection({ settings, linking }: ConnectionSectionProps) {
  const { connections, egressAddresses } = settings;
  usePollingWhile(linking !== null);
  return (
    <BlockStack gap="400">
      <LinkingProgress linking={linking} />
      {connections.map((connection) => (
        <ConnectionCard key={connection.id} connection={connection} dashboardUrl={settings.dashboardUrl} />
      ))}
      {connections.length === 0 ? (
        <Card>
          <ConnectForm label="Connect" />
        </Card>
      ) : (
        <AnotherKey hasLive={connections.some(({ mode }) => mode === "live")} />
      )}
      {egressAddresses.length > 0 ? (
        <Card>
          <BlockStack gap="200">
            <Text as="h2" variant="headingSm">
              Addresses for the key's allowlist
            </Text>
            <Text as="p" tone="subdued">
              If your key only works from certain addresses, add these.
            </Text>
            <List>
              {egressAddresses.map((address) => (
                <List.Item key={address}>
                  <span className="k-number">{address}</span>
                </List.Item>
              ))}
            </List>
          </BlockStack>
        </Card>
      ) : null}
    </BlockStack>
  );
}

function AnotherKey({ hasLive }: { hasLive: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Button variant="plain" disclosure={isOpen ? "up" : "down"} onClick={() => setOpen(!isOpen)}>
          {hasLive ? "Enter another key" : "Go live: enter a live key"}
        </Button>
        <Collapsible id="another-key" open={isOpen}>
          {hasLive ? null : (
            <Text as="p" tone="subdued">
              Two steps: connect the live key here, then press Go live on it. Nothing changes before that.
            </Text>
          )}
          <ConnectForm label="Connect this key" question={hasLive ? REPLACES : BESIDE_TEST} />
        </Collapsible>
      </BlockStack>
    </Card>
  );
}
