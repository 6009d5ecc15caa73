import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Button, List, Text } from "@shopify/polaris";
import type { LiveSummary } from "#app/domain/home/set-up/find-live-summary.server.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { formatClock, formatDay } from "#app/platform/time/format-time.ts";
import { ConnectForm } from "#app/ui/connect-form.tsx";
import { useShopFacts } from "#app/ui/shop-facts.tsx";
import { BESIDE_TEST, modeWords } from "../settings/topic/mode-words.ts";
import { SwitchModeButton } from "../settings/topic/switch-mode-button.tsx";

type LiveStepProps = { readonly live: SerializeFrom<LiveSummary>; readonly isConnected: boolean };

/** What going live changes, what the deposit lacks and what the balance carries, before the press (R23). */
export function LiveStep({ live: { key }, isConnected }: LiveStepProps) {
  if (!isConnected) return <Text as="p">Connect the supplier first.</Text>;
  if (key === null)
    return (
      <BlockStack gap="300">
        <Text as="p">
          Enter your live key. It is stored beside the test key; nothing changes before you press Go live.
        </Text>
        <ConnectForm label="Connect the live key" question={BESIDE_TEST} />
      </BlockStack>
    );
  return <StoredKey stored={key} />;
}

type ShownKey = NonNullable<SerializeFrom<LiveSummary>["key"]>;

function StoredKey({ stored }: { readonly stored: ShownKey }) {
  const { timezone } = useShopFacts();
  const { trouble } = stored;
  return (
    <BlockStack gap="300" inlineAlign="start">
      <List>
        <List.Item>{modeWords("live").text}</List.Item>
        <List.Item>{depositWords(stored.depositMissingPkr)}</List.Item>
        <List.Item>{balanceWords(stored, timezone)}</List.Item>
      </List>
      {trouble ? (
        <div className="k-trouble" role="status">
          <BlockStack gap="200" inlineAlign="start">
            <Text as="p" fontWeight="semibold">
              {trouble.title}
            </Text>
            <Text as="p">{trouble.whatToDo}</Text>
            <Button url="/settings/connection">See the connection</Button>
          </BlockStack>
        </div>
      ) : null}
      <SwitchModeButton mode="live" />
    </BlockStack>
  );
}

function depositWords(missingPkr: number | null): string {
  if (missingPkr === null) return "Whether your deposit is complete is not known.";
  return missingPkr > 0
    ? `Your deposit lacks ${formatRupees(missingPkr)}: the supplier takes no orders before it is complete.`
    : "Your deposit is complete.";
}

function balanceWords({ available, carries }: ShownKey, timezone: string): string {
  if (available === null)
    return "Your wallet was not read yet, so how many COD orders it carries is not known.";
  const { amountPkr, readAt } = available;
  const holds = `Your wallet has ${formatRupees(amountPkr)}, as of ${formatDay(readAt, timezone)}, ${formatClock(readAt, timezone)}.`;
  if (carries === null) return `${holds} How many COD orders it carries is known with the first one.`;
  const basis = carries.isFromTrial ? "as the simulated order did" : "on average";
  const orders = carries.orders.toLocaleString("en-US");
  return `${holds} It carries about ${orders} COD orders at a time, if each holds ${formatRupees(carries.reservePkr)} ${basis}.`;
}
