import type { SerializeFrom } from "@remix-run/node";
import { Badge, BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { goodsWords, moneyWords, ordersWords, parcelsWords } from "#app/ui/leave-words.ts";
import { Money } from "#app/ui/money.tsx";
import { useCsvExport } from "#app/ui/use-csv-export.tsx";
import { DisconnectButton } from "./disconnect-button.tsx";
import type { Leaving } from "./load-leaving.server.ts";

type ShownLeaving = SerializeFrom<Leaving>;

/** Everything to see to before the app is uninstalled, in the order in which it is best done. */
export function LeaveSection({ leaving }: { leaving: ShownLeaving }) {
  return (
    <BlockStack gap="400">
      <ParcelsStep leaving={leaving} />
      <MoneyStep leaving={leaving} />
      <DataStep />
      <DisconnectStep leaving={leaving} />
      <UninstallStep leaving={leaving} />
    </BlockStack>
  );
}

type StepProps = { readonly leaving: ShownLeaving };

function ParcelsStep({ leaving: { counts } }: StepProps) {
  const isDone = counts.openParcels === 0 && counts.unsentOrders === 0;
  return (
    <Step number={1} title="Orders and parcels under way" state={isDone ? "done" : "open"}>
      <Text as="p">{parcelsWords(counts)}</Text>
      <Text as="p">{ordersWords(counts)}</Text>
      <InlineStack gap="200">
        {isDone ? null : <Button url="/orders?tab=moving">Show orders under way</Button>}
        {counts.unsentOrders > 0 ? (
          <Button url="/orders?tab=needs_you">Show orders that need you</Button>
        ) : null}
      </InlineStack>
    </Step>
  );
}

function MoneyStep({ leaving }: StepProps) {
  const { wallet, dashboardUrl } = leaving;
  return (
    <Step number={2} title="Money still to come" state="plain">
      <Text as="p">{moneyWords(leaving)}</Text>
      {wallet ? (
        <dl className="k-facts">
          <div>
            <dt>Available when last read</dt>
            <dd>
              <Money amount={wallet.availablePkr} />
            </dd>
          </div>
          {wallet.heldPkr === null ? null : (
            <div>
              <dt>Held: deposit and reserves</dt>
              <dd>
                <Money amount={wallet.heldPkr} />
              </dd>
            </div>
          )}
        </dl>
      ) : null}
      <InlineStack gap="200">
        <Button url="/payouts">Show payouts</Button>
        {dashboardUrl ? (
          <Button url={dashboardUrl} external>
            Open the supplier's dashboard
          </Button>
        ) : null}
      </InlineStack>
    </Step>
  );
}

/** Before any order: all of the profit is saved, not that of the last months. */
const LONG_AGO = "2000-01-01";

function DataStep() {
  return (
    <Step number={3} title="Your data" state="plain">
      <Text as="p">
        Save what you want to keep, for your books or for another app. Orders also stay in Shopify, with all
        that was written to them.
      </Text>
      <InlineStack gap="200">
        <SaveFile path="/orders/export" name="orders" label="Orders" />
        <SaveFile path="/listings/export" name="listings" label="Listings" />
        <SaveFile path="/mapping/export" name="mappings" label="Mappings" />
        <SaveFile path="/wallet/export" name="ledger" label="Ledger" />
        <SaveFile path="/payouts/export" name="payouts" label="Payouts" />
        <SaveFile path={`/payouts/profit/export?by=order&from=${LONG_AGO}`} name="profit" label="Profit" />
        <SaveFile path="/payouts/check/export?view=all" name="differences" label="Differences" />
      </InlineStack>
    </Step>
  );
}

function SaveFile({ path, name, label }: { path: string; name: string; label: string }) {
  const { action, refusal } = useCsvExport({ path, name, search: "" });
  return (
    <BlockStack gap="100">
      <Button
        loading={action.loading}
        onClick={action.onAction}
        accessibilityLabel={`${label}, as a CSV file`}
      >
        {label}
      </Button>
      {refusal}
    </BlockStack>
  );
}

function DisconnectStep({ leaving: { counts, connections } }: StepProps) {
  const isLeaving = connections.some((connection) => connection.isLeaving);
  const state = connections.length === 0 ? "done" : isLeaving ? "waits" : "open";
  return (
    <Step number={4} title="Disconnect from the supplier" state={state}>
      <Text as="p">{goodsWords(counts, connections.length > 0)}</Text>
      {isLeaving ? (
        <Text as="p">
          The key is not used any more. It disconnects by itself after the last parcel; uninstall after that.
        </Text>
      ) : null}
      {connections.map(({ id, mode, brandName, endsInUse }) => (
        <InlineStack key={id} gap="200" blockAlign="center">
          <Text as="span">
            <bdi>{brandName || "Your account"}</bdi>, {mode} key
          </Text>
          <DisconnectButton mode={mode} endsInUse={endsInUse} />
        </InlineStack>
      ))}
    </Step>
  );
}

function UninstallStep({ leaving: { connections, uninstallUrl } }: StepProps) {
  return (
    <Step number={5} title="Uninstall Karwan in Shopify" state="plain">
      <Text as="p">
        {connections.length === 0
          ? "Nothing is left to do here."
          : "Better after the steps above: once the app is uninstalled it cannot show products as sold out or write to your orders."}{" "}
        Shopify has us erase everything about your shop about 48 hours later. If you install Karwan again
        before that, your products, orders and settings are linked again. Three things are not: tokens under
        API no longer work, and Pay by itself and answering the checkout are off until you switch them on
        again. After that you begin anew.
      </Text>
      <InlineStack>
        <Button url={uninstallUrl} external target="_top">
          Open your apps in Shopify
        </Button>
      </InlineStack>
    </Step>
  );
}

type StepState = "done" | "open" | "waits" | "plain";

const BADGES = {
  done: { tone: "success", text: "Done" },
  open: { tone: "attention", text: "To do" },
  waits: { tone: "info", text: "Goes by itself" },
} as const;

type StepFrame = {
  readonly number: number;
  readonly title: string;
  readonly state: StepState;
  readonly children: ReactNode;
};

function Step({ number, title, state, children }: StepFrame) {
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {number}. {title}
          </Text>
          {state === "plain" ? null : <Badge tone={BADGES[state].tone}>{BADGES[state].text}</Badge>}
        </InlineStack>
        {children}
      </BlockStack>
    </Card>
  );
}
