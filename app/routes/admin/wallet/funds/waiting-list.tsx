import { Button, Checkbox, InlineStack, Link, Text } from "@shopify/polaris";
import { memo, useCallback, useState } from "react";
import { PayParcel } from "#app/routes/admin/orders/order/pay-from-wallet.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Money } from "#app/ui/money.tsx";
import { Countdown } from "./countdown.tsx";
import type { ShownFunds, ShownWaiting } from "./shown-funds.ts";

type ListProps = { readonly funds: ShownFunds };

const AT_ONCE = 50;

/** What waits, the nearest deadline first; paid one by one, those chosen, or all. Hundreds are shown a part at a time. */
export function WaitingList({ funds }: ListProps) {
  const [shown, setShown] = useState(AT_ONCE);
  const rest = funds.parcels.length - shown;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = useCallback((id: string, isChosen: boolean) => {
    setChosen((before) => {
      const next = new Set(before);
      if (isChosen) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  return (
    <>
      <PayMany funds={funds} chosen={chosen} />
      <ul className="k-rows">
        {funds.parcels.slice(0, shown).map((parcel) => (
          <li key={parcel.id} className="k-topic">
            <WaitingRow
              {...{ parcel, asOf: funds.asOf, mayPay: funds.mayPay }}
              isChosen={chosen.has(parcel.orderId)}
              onChoose={choose}
            />
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <div className="k-card-head">
          <Button onClick={() => setShown(shown + AT_ONCE)}>
            {`Show ${Math.min(rest, AT_ONCE)} more of ${funds.parcels.length.toLocaleString("en-US")}`}
          </Button>
        </div>
      ) : null}
    </>
  );
}

type PayManyProps = ListProps & { readonly chosen: ReadonlySet<string> };

/** Orders are paid whole: all parcels of theirs that wait, but those of which the supplier names another sum. */
function PayMany({ funds, chosen }: PayManyProps) {
  const open = funds.parcels.filter(({ isBeingPaid, cost }) => !isBeingPaid && cost?.reportedPkr === null);
  const some = open.filter(({ orderId }) => chosen.has(orderId));
  const paid = some.length > 0 ? some : open;
  if (!funds.mayPay || open.length === 0) return null;
  const total = paid.reduce((sum, { cost }) => sum + (cost?.amountPkr ?? 0), 0);
  const { missingPkr, availablePkr, dashboardUrl } = funds;
  return (
    <div className="k-card-head">
      <InlineStack gap="200" blockAlign="center">
        <ConfirmButton
          label={some.length > 0 ? `Pay chosen (${some.length})` : "Pay all"}
          intent="bulk"
          action="/orders"
          fields={{ action: "pay", ids: [...new Set(paid.map(({ orderId }) => orderId))].join(",") }}
          variant="primary"
          tone="success"
          title="Pay these parcels now?"
          text="They are paid one by one, the nearest deadline first, until the wallet is used up. You see what came of each."
          confirm="Pay"
          dismiss="Not now"
        >
          <Text as="p">
            To pay: <Money amount={total} />.{" "}
            {availablePkr === null ? (
              "The wallet cannot be read right now."
            ) : (
              <>
                In the wallet: <Money amount={availablePkr} />.
              </>
            )}
          </Text>
        </ConfirmButton>
        {dashboardUrl !== null && missingPkr !== 0 ? (
          <Button url={dashboardUrl} external target="_blank">
            Top up
          </Button>
        ) : null}
      </InlineStack>
    </div>
  );
}

type RowProps = {
  readonly parcel: ShownWaiting;
  readonly asOf: string;
  readonly mayPay: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (orderId: string, isChosen: boolean) => void;
};

/** Drawn anew where something of it changes, not with each of hundreds that is chosen. */
const WaitingRow = memo(function WaitingRow({ parcel, asOf, mayPay, isChosen, onChoose }: RowProps) {
  const { orderId, orderName, part, cost, deadline, isBeingPaid } = parcel;
  const name = `${orderName || "Order"}${part ? `, parcel ${part}` : ""}`;
  return (
    <>
      <span className="k-row-line">
        <InlineStack gap="200" blockAlign="center" wrap={false}>
          {mayPay ? (
            <Checkbox
              label={`Choose ${name}`}
              labelHidden
              checked={isChosen}
              disabled={isBeingPaid || cost === null}
              onChange={(isOn) => onChoose(orderId, isOn)}
            />
          ) : null}
          <Link url={`/orders/${orderId}`}>{name}</Link>
        </InlineStack>
        <Text as="span" fontWeight="medium">
          {cost === null ? "not known" : <Money amount={cost.amountPkr} />}
        </Text>
      </span>
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <Text as="span" tone="subdued">
          {deadline === null ? "The supplier set no deadline." : <Countdown until={deadline} asOf={asOf} />}
        </Text>
        {mayPay && !isBeingPaid && cost !== null ? (
          <PayParcel parcelId={parcel.id} cost={cost} action={`/orders/${orderId}`} isFirst={false} />
        ) : null}
      </InlineStack>
      {parcel.sentence === null ? null : <Text as="p">{parcel.sentence}</Text>}
    </>
  );
});
