import { BlockStack, Card, Divider, InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { Day } from "#app/ui/day.tsx";
import { Money } from "#app/ui/money.tsx";
import type { ShownOrder } from "./shown-order.ts";

type ShownMoney = NonNullable<ShownOrder["money"]>;

/** *What happens to the money*: both futures while a parcel is open, what came of it once all are final. */
export function MoneyCard({ order }: { order: ShownOrder }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          What happens to the money
        </Text>
        {order.money ? (
          <MoneyRows money={order.money} isTest={order.mode === "test"} />
        ) : (
          <NotPlaced order={order} />
        )}
      </BlockStack>
    </Card>
  );
}

function NotPlaced({ order }: { order: ShownOrder }) {
  return (
    <BlockStack gap="200">
      {order.totalPkr === null ? null : (
        <Row label="Order total">
          <Money amount={order.totalPkr} />
        </Row>
      )}
      {order.outstandingPkr === null ? null : (
        <Row label="Still to be paid">
          <Money amount={order.outstandingPkr} />
        </Row>
      )}
      <Text as="p" tone="subdued">
        Margin and costs appear once the order is placed.
      </Text>
    </BlockStack>
  );
}

function MoneyRows({ money, isTest }: { money: ShownMoney; isTest: boolean }) {
  return (
    <BlockStack gap="200">
      {money.settled ? <Settled money={money} /> : <TwoFutures money={money} />}
      <Divider />
      {rowsOf(money).map(({ label, amount }) => (
        <Row label={label} key={label}>
          <Money amount={amount} />
        </Row>
      ))}
      {isTest ? (
        <Text as="p" tone="subdued">
          A test order: no money moves.
        </Text>
      ) : null}
    </BlockStack>
  );
}

/** How the sum above comes about: these add up to it. */
function rowsOf(money: ShownMoney) {
  const rows = [
    { label: "Courier collects", amount: money.collectsPkr },
    { label: "Customer paid", amount: money.paidPkr },
    { label: "Wholesale", amount: -money.wholesalePkr },
    { label: "Shipping", amount: -money.shippingCostPkr },
    { label: "Service fee", amount: -money.feePkr },
    { label: "Charged for refused parcels", amount: -money.chargedPkr },
    { label: "Credited for returns", amount: money.creditedPkr },
  ];
  return rows.filter(({ amount }) => amount !== 0);
}

function TwoFutures({ money }: { money: ShownMoney }) {
  return (
    <BlockStack gap="200">
      <Row label="If delivered" note={money.releaseAt ? <Day at={money.releaseAt} /> : "20 days later"}>
        <Money amount={money.netPkr} about={money.releaseAt === null} />
      </Row>
      {money.ifRefusedPkr === null ? null : (
        <Row label="If refused">
          <Money amount={money.ifRefusedPkr} about />
        </Row>
      )}
      {money.heldPkr > 0 ? (
        <Row label="Held now">
          <Money amount={money.heldPkr} />
        </Row>
      ) : null}
    </BlockStack>
  );
}

function Settled({ money }: { money: ShownMoney }) {
  const { netPkr, released, releaseAt } = money;
  if (netPkr <= 0) {
    return (
      <Row label={netPkr < 0 ? "Lost" : "Nothing gained, nothing lost"}>
        <Money amount={netPkr} />
      </Row>
    );
  }
  const later = releaseAt ? <Day at={releaseAt} /> : "20 days after delivery";
  return (
    <Row label={released ? "Yours, in your wallet" : "Yours"} note={released ? null : later}>
      <Money amount={netPkr} about={releaseAt === null && !released} />
    </Row>
  );
}

function Row({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <InlineStack align="space-between" blockAlign="baseline" gap="200" wrap={false}>
      <Text as="span">
        {label}{" "}
        {note ? (
          <Text as="span" tone="subdued" variant="bodySm">
            {note}
          </Text>
        ) : null}
      </Text>
      <Text as="span" fontWeight="medium">
        {children}
      </Text>
    </InlineStack>
  );
}
