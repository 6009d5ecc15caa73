import { BlockStack, Card, Divider, Text } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { Day } from "#app/ui/day.tsx";
import { Money } from "#app/ui/money.tsx";
import { MoneyLine } from "./money-line.tsx";
import { groupsOf, type MoneyRow, type ShownMoney, unknownWords } from "./money-rows.ts";
import type { ShownOrder } from "./shown-order.ts";

/** *What happens to the money*: what the order brings, and where each rupee of it is. */
export function MoneyCard({ order }: { order: ShownOrder }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          What happens to the money
        </Text>
        {order.money ? <Placed money={order.money} order={order} /> : <NotPlaced order={order} />}
      </BlockStack>
    </Card>
  );
}

function NotPlaced({ order }: { order: ShownOrder }) {
  const { totalPkr, outstandingPkr, netPaymentPkr, isInOtherCurrency } = order;
  if (isInOtherCurrency)
    return (
      <Text as="p" tone="subdued">
        This order is not in rupees, so its sums are not shown. The supplier only takes rupees.
      </Text>
    );
  return (
    <BlockStack gap="200">
      {totalPkr === null ? null : (
        <MoneyLine label="Order total">
          <Money amount={totalPkr} />
        </MoneyLine>
      )}
      {netPaymentPkr ? (
        <MoneyLine label="Paid to you, less refunds">
          <Money amount={netPaymentPkr} />
        </MoneyLine>
      ) : null}
      {outstandingPkr === null || outstandingPkr < 0 ? null : (
        <MoneyLine label="Still to be paid">
          <Money amount={outstandingPkr} />
        </MoneyLine>
      )}
      <Text as="p" tone="subdued">
        Delivery, fees and what you keep appear once the order is placed.
      </Text>
    </BlockStack>
  );
}

type PlacedProps = {
  readonly money: ShownMoney;
  readonly order: Pick<ShownOrder, "mode" | "payoutDays">;
};

function Placed({ money, order: { mode, payoutDays } }: PlacedProps) {
  const { releaseAt } = money;
  return (
    <BlockStack gap="300">
      <Outcome money={money} />
      {groupsOf(money).map(({ title, rows }) => (
        <BlockStack gap="100" key={title}>
          <Divider />
          <Text as="h3" variant="headingSm">
            {title}
          </Text>
          {rows.map((row) => (
            <MoneyLine
              label={row.label}
              note={<When row={row} releaseAt={releaseAt} payoutDays={payoutDays} />}
              key={row.label}
            >
              {row.amount === null ? "not known" : <Money amount={row.amount} />}
            </MoneyLine>
          ))}
        </BlockStack>
      ))}
      {notesOf(money, mode).map((note) => (
        <Text as="p" tone="subdued" key={note}>
          {note}
        </Text>
      ))}
    </BlockStack>
  );
}

type WhenProps = {
  readonly row: MoneyRow;
  readonly releaseAt: string | null;
  readonly payoutDays: number;
};

function When({ row, releaseAt, payoutDays }: WhenProps) {
  if (row.when !== "at_release") return null;
  return releaseAt ? <Day at={releaseAt} /> : `${countOf(payoutDays, "day", "days")} after delivery`;
}

/** Both futures while a parcel is open, what came of it once all have ended. */
function Outcome({ money }: { money: ShownMoney }) {
  const { settled, netPkr, ifRefusedPkr, shopify } = money;
  const label = netPkr !== null && netPkr < 0 ? "This order costs you" : "This order brings you";
  const before = netPkr !== null && shopify.mayBeRefunded ? "before refunds" : null;
  return (
    <BlockStack gap="200">
      <MoneyLine label={settled ? label : "If it is delivered, it brings you"} note={before}>
        {netPkr === null ? (
          "not known"
        ) : (
          <Money amount={settled && netPkr < 0 ? 0 - netPkr : netPkr} about={!settled} />
        )}
      </MoneyLine>
      {settled ? null : (
        <MoneyLine label="If it is refused, your wallet loses">
          {ifRefusedPkr === null ? "not known" : <Money amount={0 - ifRefusedPkr} about />}
        </MoneyLine>
      )}
    </BlockStack>
  );
}

function notesOf(money: ShownMoney, mode: Mode | null): readonly string[] {
  const isPrepaidOpen = !money.settled && money.ifRefusedPkr === null;
  return [
    ...money.unknown.map((why) => unknownWords[why]),
    ...(isPrepaidOpen
      ? ["What a refusal of a prepaid parcel costs is known once the supplier says it."]
      : []),
    ...refundNotes(money.shopify),
    ...(mode === "test" ? ["A test order: no money moves."] : []),
  ];
}

function refundNotes({ owedPkr, mayBeRefunded }: ShownMoney["shopify"]): readonly string[] {
  if (!mayBeRefunded) return [];
  return owedPkr > 0
    ? [
        `Shopify shows ${formatRupees(owedPkr)} as owed back to the customer: once refunded it comes off this.`,
      ]
    : ["A parcel did not stay with the customer: what you refund in Shopify comes off this."];
}
