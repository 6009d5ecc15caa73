import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { orderCommands } from "#app/domain/orders/commands/registry.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import type { loader } from "#app/routes/admin/wallet-balance.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Money } from "#app/ui/money.tsx";
import { ConfirmCommand } from "./command-button.tsx";
import type { ShownOrder, ShownParcel } from "./shown-order.ts";

/** *Pay* for the parcel that waits the shortest, and where to fill the wallet. */
export function PayFromWallet({ order }: { order: ShownOrder }) {
  const payable = order.parcels.find(({ id }) => order.actions.pay.includes(id));
  const parcel = payable ?? order.parcels.find(({ status }) => status === "AWAITING_FUNDS");
  if (!parcel) return null;
  const { dashboardUrl } = order.fixes;
  return (
    <InlineStack gap="200">
      <PayOrPayment parcel={parcel} isPayable={payable !== undefined} />
      {dashboardUrl === null || !payable ? null : (
        <Button url={dashboardUrl} external target="_blank">
          Top up
        </Button>
      )}
    </InlineStack>
  );
}

type PayOrPaymentProps = {
  readonly parcel: Pick<ShownParcel, "id" | "walletCost" | "payment">;
  readonly isPayable: boolean;
};

/** How its payment stands, and *Pay* while none is under way and the viewer may. */
export function PayOrPayment({ parcel, isPayable }: PayOrPaymentProps) {
  const { payment } = parcel;
  return (
    <BlockStack gap="200" inlineAlign="start">
      {payment ? <Text as="p">{payment.sentence}</Text> : null}
      {payment?.asksPerson ? <AnswerPayment parcelId={parcel.id} /> : null}
      {isPayable && parcel.walletCost ? <PayParcel parcelId={parcel.id} cost={parcel.walletCost} /> : null}
    </BlockStack>
  );
}

/** What only somebody who looks into the wallet can tell. */
function AnswerPayment({ parcelId }: { parcelId: ParcelId }) {
  return (
    <InlineStack gap="200">
      <ConfirmButton
        label={orderCommands.answer_payment.label(true)}
        intent="answer_payment"
        fields={{ parcelId, wasPaid: "true" }}
        tone="success"
        title="Does the wallet show this payment?"
        text="It then counts as paid, and is not paid again."
        confirm="Yes, it was paid"
        dismiss="Not sure"
      />
      <ConfirmButton
        label={orderCommands.answer_payment.label(false)}
        intent="answer_payment"
        fields={{ parcelId, wasPaid: "false" }}
        title="Are you sure it was not paid?"
        text="Look for it among the wallet's entries first: the parcel can then be paid again."
        confirm="It was not paid"
        dismiss="Not sure"
      />
    </InlineStack>
  );
}

type PayParcelProps = {
  readonly parcelId: ParcelId;
  /** What the person is shown; the press carries it. */
  readonly cost: NonNullable<ShownParcel["walletCost"]>;
  /** The order's page, where the button stands elsewhere. */
  readonly action?: string;
  /** False where another button of the page comes first. */
  readonly isFirst?: boolean;
};

/** Asks before money leaves the wallet, with what would be left in it. */
export function PayParcel({ parcelId, cost, action, isFirst = true }: PayParcelProps) {
  const wallet = useFetcher<typeof loader>();
  const { amountPkr, reportedPkr } = cost;
  const shown = {
    amountPkr: String(amountPkr),
    ...(reportedPkr !== null && { reportedPkr: String(reportedPkr) }),
  };
  return (
    <ConfirmCommand
      command="pay"
      action={action}
      fields={{ parcelId, ...shown }}
      variant={isFirst ? "primary" : undefined}
      tone="success"
      title="Pay for this parcel now?"
      text="The supplier ships it once it is paid. Money that was paid comes back only if the parcel is cancelled before it is packed."
      confirm={reportedPkr === null ? "Pay" : "Pay all the same"}
      dismiss="Not now"
      onOpen={() => wallet.load("/wallet-balance")}
    >
      {reportedPkr === null ? null : (
        <Text as="p" tone="caution">
          The parcel's cost and shipping come to <Money amount={amountPkr} />. The supplier names{" "}
          <Money amount={reportedPkr} />. Either may leave your wallet.
        </Text>
      )}
      <Left
        amountPkr={rupees(Math.max(amountPkr, reportedPkr ?? 0))}
        availablePkr={wallet.data?.availablePkr}
      />
    </ConfirmCommand>
  );
}

type LeftProps = { readonly amountPkr: Rupees; readonly availablePkr: Rupees | null | undefined };

function Left({ amountPkr, availablePkr }: LeftProps) {
  if (availablePkr === undefined) return <Text as="p">Looking into the wallet…</Text>;
  if (availablePkr === null)
    return (
      <Text as="p">
        To pay: <Money amount={amountPkr} />. The wallet cannot be read right now.
      </Text>
    );
  const left = availablePkr - amountPkr;
  return (
    <Text as="p" tone={left < 0 ? "critical" : undefined}>
      To pay: <Money amount={amountPkr} />. In the wallet: <Money amount={availablePkr} />.{" "}
      {left < 0 ? (
        <>
          <Money amount={-left} /> are missing: top it up first.
        </>
      ) : (
        <>
          Left after it: <Money amount={left} />.
        </>
      )}
    </Text>
  );
}
