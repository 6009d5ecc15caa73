import { BlockStack, Button, InlineStack, Popover, Text } from "@shopify/polaris";
import { useState } from "react";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Money } from "#app/ui/money.tsx";
import { cancelWords } from "./cancel-words.ts";
import { CommandButton, ConfirmCommand } from "./command-button.tsx";
import type { ShownHold, ShownOrder } from "./shown-order.ts";

type ChangeProps = { readonly hold: ShownHold; readonly order: ShownOrder };
type ChangedRow = ShownOrder["change"][number];

/** For an order that was changed after placing: the difference, and the ways to go on. */
export function ChangeQuestion({ hold, order }: ChangeProps) {
  const shown = String(hold.params.shown ?? "");
  const isChange = hold.code === "changed_after_placing";
  return (
    <BlockStack gap="300">
      {isChange ? <Difference rows={order.change} /> : null}
      <InlineStack gap="200">
        {hold.params.replaceable === false ? null : <ReplaceButton name={order.name} shown={shown} />}
        {hold.params.isEmpty === true && order.actions.cancel ? (
          <ConfirmButton intent="cancel" {...cancelWords(order)} />
        ) : null}
        {isChange ? (
          <CommandButton command="leave_changed" fields={{ shown }} />
        ) : (
          <InformCourier hold={hold} order={order} shown={shown} />
        )}
      </InlineStack>
    </BlockStack>
  );
}

function ReplaceButton({ name, shown }: { name: string; shown: string }) {
  return (
    <ConfirmCommand
      command="replace"
      fields={{ shown }}
      title={`Place ${name} again as it is now?`}
      text="What is not packed yet is cancelled first. Only when that is confirmed is the order placed again, and only if nothing keeps it back by then, such as stock or your wallet: else it waits for that. If a parcel turns out packed, nothing is placed."
      confirm="Cancel and place again"
    />
  );
}

const WHAT: Readonly<Record<ChangedRow["what"], string>> = {
  name: "Name",
  phone: "Phone",
  address: "Address",
  city: "City",
  secondPhone: "Second phone",
  landmark: "Landmark",
  item: "Item",
  amount: "Cash on delivery",
};

function Difference({ rows }: { rows: readonly ChangedRow[] }) {
  return (
    <BlockStack gap="200">
      {rows.map((row) => (
        <BlockStack key={`${row.what} ${row.title ?? ""}`}>
          <Text as="span" tone="subdued" variant="bodySm">
            {row.title ?? WHAT[row.what]}
          </Text>
          <span>
            Sent: <ChangedValue row={row} value={row.sent} />
          </span>
          <span>
            Now: <ChangedValue row={row} value={row.now} />
          </span>
        </BlockStack>
      ))}
    </BlockStack>
  );
}

function ChangedValue({ row, value }: { row: ChangedRow; value: string }) {
  if (row.what === "amount") return <Money amount={Number(value)} />;
  return (
    <strong>
      <bdi>{row.what === "item" ? `${value} ${value === "1" ? "piece" : "pieces"}` : value}</bdi>
    </strong>
  );
}

/** A text to send to the courier, and the press that says it was sent. */
function InformCourier({ hold, order, shown }: ChangeProps & { shown: string }) {
  const [isOpen, setOpen] = useState(false);
  const text = courierText(hold, order);
  return (
    <Popover
      active={isOpen}
      activator={
        <Button disclosure onClick={() => setOpen(!isOpen)}>
          Tell the courier
        </Button>
      }
      onClose={() => setOpen(false)}
      sectioned
    >
      <BlockStack gap="300">
        <Text as="p">
          <bdi>{text}</bdi>
        </Text>
        <InlineStack gap="200">
          <CopyButton label="Copy" text={text} name="Text for the courier" />
          <CommandButton command="courier_told" fields={{ shown }} variant="primary" />
        </InlineStack>
      </BlockStack>
    </Popover>
  );
}

function courierText({ params }: ShownHold, { name, parcels }: ShownOrder): string {
  const open = parcels.filter(({ status }) => !["DELIVERED", "RETURNED", "CANCELLED"].includes(status));
  const numbers = open.flatMap(({ trackingNumber, orderNumber }) => trackingNumber ?? orderNumber ?? []);
  const due = Math.round(Number(params.outstandingPaisa ?? 0) / 100);
  const which = numbers.length > 0 ? `, parcel ${numbers.join(" and ")}` : "";
  const rupees = (amount: number) => `Rs ${amount.toLocaleString("en-US")}`;
  return `Order ${name}${which}: please collect ${rupees(due)} instead of ${rupees(Number(params.courierCollects ?? 0))}. The rest is paid or was taken off the order.`;
}
