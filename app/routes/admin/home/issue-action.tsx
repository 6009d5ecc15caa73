import type { HomeAct, OneClickResolution } from "#app/domain/home/act-on-home.ts";
import { MarkAsPaid } from "#app/routes/admin/orders/order/mark-as-paid.tsx";
import { PayParcel } from "#app/routes/admin/orders/order/pay-from-wallet.tsx";
import { ActionButton } from "#app/ui/action-button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";

type IssueActionProps = { readonly act: HomeAct; readonly orderId: string };

/** The main button of an order that waits, as on its own page; it asks first where money moves. */
export function IssueAction({ act, orderId }: IssueActionProps) {
  const action = `/orders/${orderId}`;
  switch (act.kind) {
    case "press":
      return <ActionButton action={action} {...ONE_CLICK_ACTIONS[act.way]} />;
    case "ask":
      return (
        <ConfirmButton
          label={act.way === "place" ? "Place" : "Place anyway"}
          intent="place"
          action={action}
          tone="success"
          title="Place it with the supplier?"
          text={placeWords(act.isPrepaid)}
          confirm="Place it"
          dismiss="Not now"
        />
      );
    case "mark_as_paid":
      return <MarkAsPaid order={act} isFirst={false} action={action} />;
    case "pay":
      return <PayParcel parcelId={act.parcelId} cost={act.cost} action={action} />;
  }
}

function placeWords(isPrepaid: boolean): string {
  const cancel = "A parcel can be cancelled until it is packed.";
  return isPrepaid ? `It is prepaid: what it costs is paid from your wallet. ${cancel}` : cancel;
}

type OneClickAction = {
  readonly label: string;
  readonly intent: string;
  readonly fields?: Readonly<Record<string, string>>;
};

const ONE_CLICK_ACTIONS: Readonly<Record<OneClickResolution, OneClickAction>> = {
  place: { label: "Place with the supplier", intent: "place" },
  end_test_connection: { label: "Place it as a test", intent: "place" },
  retry: { label: "Try again now", intent: "retry" },
  wait: { label: "Try again now", intent: "retry" },
  resume_placing: { label: "Resume placing", intent: "resume_placing" },
  finished_in_shopify: { label: "It is finished", intent: "finished_in_shopify" },
  customer_confirmed: { label: "The customer confirmed", intent: "customer_confirmed" },
  collect_rest: { label: "Collect the rest on delivery", intent: "how_paid", fields: { answer: "cod" } },
};
