import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { RuleLine } from "#app/domain/payouts/explain-payout.ts";
import type { PayoutsOfDay } from "#app/domain/payouts/list-payouts.server.ts";
import { STATE_WORDS } from "#app/routes/admin/payouts/payouts-words.ts";
import { Day } from "#app/ui/day.tsx";
import { Money } from "#app/ui/money.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";

type ShownRow = SerializeFrom<PayoutsOfDay>["rows"][number];

type PayoutRowProps = { readonly row: ShownRow; readonly payoutDays: number; readonly isTest: boolean };

/** One parcel; opens to how its sum came about. */
export function PayoutRow({ row, payoutDays, isTest }: PayoutRowProps) {
  const { orderName, part, amountPkr, state, releaseAt } = row;
  return (
    <li>
      <details>
        <summary className="k-row k-payout">
          <span className="k-row-line">
            <Text as="span" fontWeight="medium">
              {orderName || "Order"}
              {part ? `, parcel ${part}` : ""}
            </Text>
            <Text as="span" fontWeight="medium">
              <Amount amountPkr={amountPkr} about={releaseAt === null && state === "pending"} />
            </Text>
          </span>
          <span className="k-row-line">
            <StatusBadge {...STATE_WORDS[state]} />
            <Text as="span" tone="subdued">
              {row.kind === "fee" ? "Prepaid" : "COD"}
            </Text>
          </span>
        </summary>
        <div className="k-raw">
          <BlockStack gap="200">
            <Rule row={row} />
            <Text as="p" tone="subdued">
              {isTest ? "A test: no money moves. " : ""}
              <Released row={row} payoutDays={payoutDays} />
            </Text>
            <InlineStack>
              <Button url={`/orders/${row.orderId}`}>Open the order</Button>
            </InlineStack>
          </BlockStack>
        </div>
      </details>
    </li>
  );
}

type RowProps = { readonly row: ShownRow };

function Rule({ row }: RowProps) {
  const { rule, kind } = row;
  return (
    <dl className="k-lines">
      {rule.lines.map(({ line, amountPkr }) => (
        <div key={line}>
          <dt>
            {line === "released" ? releasedWords(row) : LINE_WORDS[line](kind)}
            {line === "fee" && rule.feeRule ? ` (${feeWords(rule.feeRule)})` : ""}
          </dt>
          <dd>
            <Amount amountPkr={amountPkr} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const LINE_WORDS: Readonly<
  Record<Exclude<RuleLine["line"], "released">, (kind: ShownRow["kind"]) => string>
> = {
  customer_pays: (kind) => (kind === "fee" ? "The customer paid you" : "The customer pays the courier"),
  wholesale: () => "Goods, at cost",
  shipping: () => "Shipping",
  unexplained: () => "What the supplier reckons otherwise",
  margin: () => "Margin",
  fee: () => "Service fee",
};

/** What became of the sum, or becomes of it. */
function releasedWords({ kind, state, wasReleased }: ShownRow): string {
  const isFee = kind === "fee";
  switch (state) {
    case "pending":
      return isFee ? "Will be taken from your wallet" : "Will be released to your wallet";
    case "released":
      return isFee ? "Taken from your wallet" : "Released to your wallet";
    case "reversed":
      if (wasReleased) return isFee ? "Taken, then given back" : "Released, then taken back";
      return isFee ? "Is not taken" : "Is not released";
  }
}

function feeWords({ percent, basis }: NonNullable<ShownRow["rule"]["feeRule"]>): string {
  return `${percent}% of ${basis === "sale" ? "the items' price" : "the margin"}, as agreed when it was placed`;
}

function Released({ row, payoutDays }: RowProps & { readonly payoutDays: number }) {
  const { kind, state, deliveredAt, releaseAt, wasReleased } = row;
  const delivered = deliveredAt ? (
    <>
      Delivered <Day at={deliveredAt} />.{" "}
    </>
  ) : null;
  if (state === "reversed")
    return (
      <>
        {delivered}
        {reversedWords(kind, wasReleased)}
      </>
    );
  if (releaseAt === null && state === "released")
    return <>{delivered}Released; the supplier named no date.</>;
  if (releaseAt === null)
    return (
      <>
        {delivered}Released {countOf(payoutDays, "day", "days")} after the delivery; the supplier sets the
        date.
      </>
    );
  return (
    <>
      {delivered}
      {state === "released" ? "Released, its date was" : "Release date"} <Day at={releaseAt} />.
    </>
  );
}

function reversedWords(kind: ShownRow["kind"], wasReleased: boolean): string {
  if (kind === "fee")
    return wasReleased
      ? "The supplier had taken this fee, and gave it back."
      : "This fee is not taken any more.";
  return wasReleased
    ? "The supplier had released this, and took it back."
    : "The supplier reversed this before it was released: it does not come.";
}

function Amount({ amountPkr, about }: { readonly amountPkr: Rupees | null; readonly about?: boolean }) {
  return amountPkr === null ? "not known" : <Money amount={amountPkr} about={about} />;
}
