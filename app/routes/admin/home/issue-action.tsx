import type { HomeAct } from "#app/domain/home/act-on-home.ts";
import type { OneClickResolution } from "#app/domain/orders/commands/registry.ts";
import { findResolutionButton } from "#app/domain/orders/commands/resolution-button.ts";
import { MarkAsPaid } from "#app/routes/admin/orders/order/mark-as-paid.tsx";
import { PayParcel } from "#app/routes/admin/orders/order/pay-from-wallet.tsx";
import { ActionButton } from "#app/ui/action-button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";

/** `action`: the path of the order's page. */
type IssueActionProps = { readonly act: HomeAct; readonly action: string };

/** The main button of an order that waits, as on its own page; it asks first where money moves. */
export function IssueAction({ act, action }: IssueActionProps) {
  switch (act.kind) {
    case "press":
      return <OneClickAction way={act.way} action={action} />;
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

function OneClickAction({ way, action }: { way: OneClickResolution; action: string }) {
  const button = findResolutionButton(way);
  if (!button) return null;
  const { label, intent, fields } = button;
  return <ActionButton {...{ action, label, intent, fields }} />;
}
