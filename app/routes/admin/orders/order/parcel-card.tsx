import { BlockStack, Button, Card, Collapsible, InlineStack, Link, Text } from "@shopify/polaris";
import { useId, useState } from "react";
import { orderCommands } from "#app/domain/orders/commands/registry.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { Day } from "#app/ui/day.tsx";
import { Money } from "#app/ui/money.tsx";
import { ServiceWord } from "#app/ui/service-word.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { parcelWords } from "#app/ui/status-words.ts";
import { PayOrPayment } from "./pay-from-wallet.tsx";
import type { ShownParcel } from "./shown-order.ts";

type ParcelCardProps = {
  readonly parcel: ShownParcel;
  readonly simulate: readonly string[];
  readonly isPayable: boolean;
};

export function ParcelCard({ parcel, simulate, isPayable }: ParcelCardProps) {
  const words = parcelWords(parcel.status, parcel.returnType);
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {parcel.of > 1 ? `Parcel ${parcel.part} of ${parcel.of}` : "Parcel"}
          </Text>
          <InlineStack gap="100" blockAlign="center">
            <StatusBadge {...words} />
            <ServiceWord word={parcel.status} />
          </InlineStack>
        </InlineStack>
        {parcel.storeName === null ? null : (
          <Text as="p" tone="subdued">
            From <bdi>{parcel.storeName}</bdi>
          </Text>
        )}
        <ParcelContents parcel={parcel} />
        <ParcelTracking parcel={parcel} />
        <ParcelNotes parcel={parcel} isPayable={isPayable} />
        <ParcelHistory parcel={parcel} />
        {simulate.length > 0 ? (
          <InlineStack gap="200">
            {simulate.map((status) => (
              <ActionButton
                key={status}
                label={orderCommands.simulate.label(status)}
                intent="simulate"
                size="slim"
                fields={{ parcelId: parcel.id, status }}
              />
            ))}
          </InlineStack>
        ) : null}
      </BlockStack>
    </Card>
  );
}

function ParcelContents({ parcel }: { parcel: ShownParcel }) {
  if (parcel.items === null)
    return (
      <Text as="p" tone="subdued">
        What it holds is not known yet.
      </Text>
    );
  return (
    <BlockStack gap="100">
      {parcel.items.map((item) => (
        <Text as="p" key={item.title}>
          {item.quantity} × {item.title}
        </Text>
      ))}
    </BlockStack>
  );
}

/** What the supplier's staff would ask for, and what they noted on the way. */
function ParcelHistory({ parcel: { orderNumber, supplierOrderId, history } }: { parcel: ShownParcel }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <BlockStack gap="200">
      <InlineStack gap="200" align="space-between" blockAlign="center">
        <Text as="p" tone="subdued">
          Supplier&rsquo;s order <span className="k-number">{orderNumber ?? supplierOrderId}</span>
        </Text>
        {history.length > 0 ? (
          <Button variant="plain" ariaExpanded={isOpen} ariaControls={id} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Hide its steps" : "Show its steps"}
          </Button>
        ) : null}
      </InlineStack>
      <Collapsible id={id} open={isOpen}>
        <BlockStack gap="100">
          {history.map((step) => (
            <Text as="p" key={`${step.at} ${step.status}`}>
              {step.at ? <Day at={step.at} /> : null} {parcelWords(step.status, null).label}
              {step.note ? `: ${step.note}` : ""}
            </Text>
          ))}
        </BlockStack>
      </Collapsible>
    </BlockStack>
  );
}

function ParcelTracking({ parcel }: { parcel: ShownParcel }) {
  const { courier, trackingNumber, trackingUrl, shippedAt, deliveredAt } = parcel;
  if (!courier && !trackingNumber) {
    return (
      <Text as="p" tone="subdued">
        Courier and number appear here when it ships.
      </Text>
    );
  }
  return (
    <BlockStack gap="100">
      <Text as="p">
        {courier ?? "Courier"}{" "}
        {trackingUrl ? (
          <Link url={trackingUrl} external>
            {trackingNumber ?? "Track"}
          </Link>
        ) : (
          <span className="k-number">{trackingNumber}</span>
        )}
      </Text>
      <Text as="p" tone="subdued">
        {shippedAt ? (
          <>
            Shipped <Day at={shippedAt} />
          </>
        ) : null}
        {deliveredAt ? (
          <>
            {" "}
            · Delivered <Day at={deliveredAt} />
          </>
        ) : null}
      </Text>
    </BlockStack>
  );
}

/** Nothing is collected for a parcel that was cancelled or came back. */
function collectsWords(status: string): string | null {
  if (status === "CANCELLED" || status === "RETURNED") return null;
  return status === "DELIVERED" ? "The courier collected" : "The courier collects";
}

const CONFIRMATION: Readonly<Record<string, string>> = {
  PENDING: "The supplier is still confirming it with the customer.",
  CONFIRMED: "The customer confirmed it to the supplier.",
  FAILED: "The supplier could not confirm it with the customer. Call the customer.",
};

function ParcelNotes({ parcel, isPayable }: Omit<ParcelCardProps, "simulate">) {
  const confirmation = parcel.confirmation === null ? undefined : CONFIRMATION[parcel.confirmation];
  const collects = collectsWords(parcel.status);
  const isWaitingForFunds = parcel.status === "AWAITING_FUNDS";
  return (
    <BlockStack gap="100">
      {collects && parcel.codPkr > 0 ? (
        <Text as="p">
          {collects} <Money amount={parcel.codPkr} />
        </Text>
      ) : null}
      {confirmation && parcel.status === "RECEIVED" ? (
        <Text as="p" tone="subdued">
          {confirmation}
        </Text>
      ) : null}
      {parcel.returnableUntil ? (
        <Text as="p" tone="subdued">
          The customer may send it back until <Day at={parcel.returnableUntil} />. Ask for it in{" "}
          {parcel.dashboardUrl === null ? (
            "the supplier's dashboard"
          ) : (
            <Link url={parcel.dashboardUrl} external>
              the supplier's dashboard
            </Link>
          )}
          ; it cannot be asked for here.
        </Text>
      ) : null}
      {parcel.cancellationReason ? (
        <Text as="p" tone="subdued">
          Cancelled: {parcel.cancellationReason}
        </Text>
      ) : null}
      {isWaitingForFunds && parcel.fundsDeadline ? (
        <Text as="p">
          {parcel.walletCost === null ? (
            "The supplier has not said yet what it costs. Pay before "
          ) : (
            <>
              Pay <Money amount={parcel.walletCost.amountPkr} /> from your wallet before{" "}
            </>
          )}
          <Day at={parcel.fundsDeadline} />
        </Text>
      ) : null}
      {isWaitingForFunds ? <PayOrPayment parcel={parcel} isPayable={isPayable} /> : null}
    </BlockStack>
  );
}
